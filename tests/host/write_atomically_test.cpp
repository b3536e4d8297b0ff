#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "temporary_folder.hpp"
#include "trainlint/disk_host.hpp"

using namespace trainlint::host;
using namespace trainlint::host::tests;

namespace {

mode_t mode_of(const std::string& path) {
    struct stat status {};
    REQUIRE(::lstat(path.c_str(), &status) == 0);
    return status.st_mode;
}

std::size_t entries(const std::string& folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

/// No file may grow beyond this, as on a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        old_action_ = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &old_);
        struct rlimit limit = old_;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, old_action_);
    }

private:
    struct rlimit old_ {};
    void (*old_action_)(int) = nullptr;
};

}  // namespace

TEST_CASE("a file is replaced and keeps its mode") {
    const TemporaryFolder folder;
    folder.write("run.sh", "old");
    ::chmod(folder.path("run.sh").c_str(), 0751);
    std::string why;
    CHECK(write_atomically(folder.path("run.sh"), std::string_view("n\0w\n", 4), why));
    CHECK(folder.read("run.sh") == std::string_view("n\0w\n", 4));
    CHECK((mode_of(folder.path("run.sh")) & 07777) == 0751);
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a new file gets the mode of new files") {
    const TemporaryFolder folder;
    std::string why;
    const mode_t before = ::umask(022);
    CHECK(write_atomically(folder.path("new"), "x", why));
    ::umask(before);
    CHECK((mode_of(folder.path("new")) & 07777) == 0644);
}

TEST_CASE("links stay, what they lead to is replaced") {
    const TemporaryFolder folder;
    folder.write("real/file", "old");
    folder.folder("links");
    folder.link("../real/file", "links/one");
    folder.link("one", "links/two");
    folder.link("../real/new", "links/dangling");
    folder.link("loop", "links/loop");
    std::string why;
    CHECK(write_atomically(folder.path("links/two"), "new", why));
    CHECK(folder.read("real/file") == "new");
    CHECK(S_ISLNK(mode_of(folder.path("links/one"))));
    CHECK(S_ISLNK(mode_of(folder.path("links/two"))));
    CHECK(write_atomically(folder.path("links/dangling"), "made", why));
    CHECK(folder.read("real/new") == "made");
    CHECK_FALSE(write_atomically(folder.path("links/loop"), "x", why));
    CHECK_FALSE(why.empty());
    CHECK(entries(folder.path("links")) == 4);
}

TEST_CASE("what cannot be written is left as it was") {
    const TemporaryFolder folder;
    folder.folder("folder");
    REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    folder.write("file", "old");
    std::string why;
    CHECK_FALSE(write_atomically(folder.path("folder"), "x", why));
    CHECK(why == "it is not a plain file");
    CHECK_FALSE(write_atomically(folder.path("pipe"), "x", why));
    CHECK_FALSE(write_atomically(folder.path("none/x"), "x", why));
    CHECK(why == "No such file or directory");
    CHECK_FALSE(write_atomically(folder.path("file/x"), "x", why));
    CHECK(why == "Not a directory");
    CHECK_FALSE(write_atomically("", "x", why));
    CHECK_FALSE(write_atomically(std::string_view("a\0b", 3), "x", why));
    CHECK(folder.read("file") == "old");
    CHECK(entries(folder.path()) == 3);
}

TEST_CASE("a full disk leaves the old file") {
    const TemporaryFolder folder;
    folder.write("file", "old");
    std::string why;
    bool written = false;
    {
        const FileSizeLimit limit(1000);
        written = write_atomically(folder.path("file"), std::string(100000, 'x'), why);
    }
    CHECK_FALSE(written);
    CHECK(why == "File too large");
    CHECK(folder.read("file") == "old");
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("the longest names are written") {
    const TemporaryFolder folder;
    const std::string name(255, 'n');
    std::string why;
    CHECK(write_atomically(folder.path(name), "x", why));
    CHECK(write_atomically(folder.path(name), "y", why));
    CHECK(folder.read(name) == "y");
}

TEST_CASE("relative paths, and leftovers of a crash") {
    const TemporaryFolder folder;
    folder.write("file", "old");
    folder.write(".trainlint-" + std::to_string(::getpid()) + "-0", "left over");
    const std::string before = current_folder();
    REQUIRE(::chdir(folder.path().c_str()) == 0);
    std::string why;
    CHECK(write_atomically("file", "new", why));
    REQUIRE(::chdir(before.c_str()) == 0);
    CHECK(folder.read("file") == "new");
    CHECK(entries(folder.path()) == 2);
}
