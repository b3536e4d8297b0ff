#include <CLI/CLI.hpp>

#include <iostream>

#include "commands.hpp"
#include "lsp/server.hpp"
#include "trainlint/disk_host.hpp"

namespace trainlint::cli {

void add_server(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("server", "Serve an editor over standard input and output");
    // Editors' clients name the transport; there is one only.
    command->add_flag("--stdio")->group("");
    command->callback([&status] {
        std::ios::sync_with_stdio(false);
        std::cin.tie(nullptr);  // reading must not flush what another thread is writing
        status = lsp::serve(std::cin, std::cout, std::make_shared<host::DiskHost>());
    });
}

}  // namespace trainlint::cli
