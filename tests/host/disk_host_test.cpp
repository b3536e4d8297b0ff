#include "trainlint/disk_host.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <climits>
#include <thread>
#include <vector>

#include "temporary_folder.hpp"

using namespace trainlint;
using namespace trainlint::host;
using namespace trainlint::host::tests;
using Status = Content::Status;

namespace {

Content read(Host& host, const std::string& path, std::string* text = nullptr,
             std::size_t size = 1 << 16) {
    std::vector<char> buffer(size);
    const Content content = host.read(path, buffer);
    if (text) text->assign(buffer.data(), content.size);
    return content;
}

}  // namespace

TEST_CASE("bytes of a file") {
    const TemporaryFolder folder;
    folder.write("a", std::string_view("x\0\xFF\n", 4));
    folder.write("empty", "");
    DiskHost host;
    std::string text;
    CHECK(read(host, folder.path("a"), &text).status == Status::read);
    CHECK(text == std::string_view("x\0\xFF\n", 4));
    CHECK(read(host, folder.path("empty"), &text).status == Status::read);
    CHECK(text.empty());
    CHECK(read(host, folder.path("none")).status == Status::absent);
    CHECK(read(host, folder.path("a/b")).status == Status::absent);
    CHECK(read(host, std::string("a\0b", 3)).status == Status::absent);
    CHECK(read(host, "").status == Status::absent);
}

TEST_CASE("a file of the buffer's size or more is too large") {
    const TemporaryFolder folder;
    folder.write("a", "12345678");
    DiskHost host;
    CHECK(read(host, folder.path("a"), nullptr, 8).status == Status::too_large);
    CHECK(read(host, folder.path("a"), nullptr, 7).status == Status::too_large);
    CHECK(read(host, folder.path("a"), nullptr, 9).status == Status::read);
    CHECK(read(host, folder.path("a"), nullptr, 0).status == Status::too_large);
}

TEST_CASE("files that tell no size are read") {
    DiskHost host;
    std::string text;
    CHECK(read(host, "/proc/self/status", &text).status == Status::read);
    CHECK(text.find("Pid:") != std::string::npos);
}

TEST_CASE("nothing blocks") {
    const TemporaryFolder folder;
    REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    const int writer = ::open(folder.path("pipe").c_str(), O_RDWR | O_NONBLOCK);
    folder.folder("folder");
    DiskHost host;
    CHECK(read(host, folder.path("pipe")).why == "it is a pipe");
    CHECK(read(host, folder.path("folder")).why == "it is a folder");
    CHECK(read(host, "/dev/zero").why == "it is a device");
    CHECK(read(host, folder.path("pipe")).status == Status::unreadable);
    CHECK(names(walk(host, folder.path())) == "folder/");
    ::close(writer);
}

TEST_CASE("a link that leads to itself cannot be read") {
    const TemporaryFolder folder;
    folder.link("loop", "loop");
    DiskHost host;
    const Content content = read(host, folder.path("loop"));
    CHECK(content.status == Status::unreadable);
    CHECK_FALSE(content.why.empty());
    CHECK(walk(host, folder.path()).empty());
}

TEST_CASE("a stamp changes with the file") {
    const TemporaryFolder folder;
    folder.write("a", "1");
    DiskHost host;
    const auto before = read(host, folder.path("a")).stamp;
    CHECK(read(host, folder.path("a")).stamp == before);
    folder.write("a", "12");
    const auto after = read(host, folder.path("a")).stamp;
    CHECK(after != before);
    CHECK(after >> 63 == 0);
    std::string why;
    REQUIRE(write_atomically(folder.path("a"), "34", why));
    CHECK(read(host, folder.path("a")).stamp != after);
}

TEST_CASE("entries of a folder") {
    const TemporaryFolder folder;
    folder.write(".github/workflows/x.yml", "");
    folder.write(".git/config", "");
    folder.write("a.py", "");
    folder.folder("empty");
    DiskHost host;
    CHECK(names(walk(host, folder.path())) ==
          ".github/ .github/workflows/ .github/workflows/x.yml a.py empty/");
    CHECK_FALSE(host.list(folder.path("none")));
    CHECK_FALSE(host.list(folder.path("a.py")));
    CHECK_FALSE(host.list(std::string("/\0", 2)));
    CHECK(host.list(folder.path() + "/./empty//../.github/"));
}

TEST_CASE("a folder of many entries with long names") {
    const TemporaryFolder folder;
    for (int i = 0; i < 3000; ++i) folder.write(std::string(200, 'n') + std::to_string(i), "");
    DiskHost host;
    CHECK(walk(host, folder.path()).size() == 3000);
}

TEST_CASE("links are what they lead to; those that lead upward are left out") {
    const TemporaryFolder folder;
    folder.write("p/real/x.py", "");
    folder.write("p/a/y.py", "");
    folder.write("outside/z.py", "");
    folder.link("../real", "p/a/sideways");
    folder.link("..", "p/a/up");
    folder.link(".", "p/a/self");
    folder.link(folder.path("p"), "p/real/root");
    folder.link("/", "p/real/slash");
    folder.link("../../outside", "p/real/out");
    folder.link("x.py", "p/real/file.py");
    folder.link("none", "p/real/dangling");
    DiskHost host;
    CHECK(names(walk(host, folder.path("p"))) ==
          "a/ a/sideways/ a/sideways/file.py a/sideways/x.py a/y.py "
          "real/ real/file.py real/out/ real/out/z.py real/x.py");
}

TEST_CASE("walks through links end, and do not multiply") {
    const TemporaryFolder folder;
    constexpr int count = 12;
    for (int i = 0; i < count; ++i) folder.folder("d" + std::to_string(i));
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) {
            if (i == j) continue;
            folder.link("../d" + std::to_string(j),
                        "d" + std::to_string(i) + "/to" + std::to_string(j));
        }
    }
    DiskHost host;
    CHECK(walk(host, folder.path()).size() == count + count * (count - 1));
}

TEST_CASE("a start folder that is a link itself is walked with its links") {
    const TemporaryFolder folder;
    folder.write("real/sub/x", "");
    folder.write("other/y", "");
    folder.link("../other", "real/other");
    folder.link("real", "start");
    DiskHost host;
    CHECK(names(walk(host, folder.path("start"))) == "other/ other/y sub/ sub/x");
}

TEST_CASE("paths deeper than the system allows end the walk") {
    const TemporaryFolder folder;
    std::string path = folder.path();
    const std::string name(200, 'd');
    while (path.size() + name.size() + 1 < PATH_MAX) {
        path += "/" + name;
        REQUIRE(::mkdir(path.c_str(), 0700) == 0);
    }
    const int deep = ::open(path.c_str(), O_RDONLY | O_DIRECTORY);
    REQUIRE(::mkdirat(deep, name.c_str(), 0700) == 0);
    ::close(deep);
    DiskHost host;
    CHECK(walk(host, folder.path()).size() >= 18);
    CHECK_FALSE(host.list(path + "/" + name));
    std::vector<char> buffer(10);
    CHECK(host.read(path + "/" + name, buffer).status == Status::unreadable);
}

TEST_CASE("several threads walk at once") {
    const TemporaryFolder folder;
    for (int i = 0; i < 40; ++i) {
        const std::string name = "f" + std::to_string(i);
        folder.write(name + "/.gitignore", "*.log\n");
        folder.write(name + "/x.log", "");
        folder.write(name + "/sub/y.log", "");
        folder.write(name + "/sub/z", "");
    }
    DiskHost host;
    std::vector<std::string> found(4);
    std::vector<std::thread> threads;
    for (auto& each : found) {
        threads.emplace_back([&] { each = names(walk(host, folder.path())); });
    }
    for (auto& thread : threads) thread.join();
    for (const auto& each : found) CHECK(each == found[0]);
    CHECK(found[0].find(".log") == std::string::npos);
    CHECK(found[0].find("f39/sub/z") != std::string::npos);
}

TEST_CASE("absolute paths") {
    CHECK(absolute_path("/a//b/./c/../d/") == "/a/b/d");
    CHECK(absolute_path("/../..") == "/");
    CHECK(absolute_path("/") == "/");
    CHECK(absolute_path("x/..") == current_folder());
    CHECK(absolute_path("") == current_folder());
}
