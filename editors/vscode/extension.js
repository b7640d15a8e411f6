// Starts `ferz lsp` for texts of Prolog, and `ferz dap` to debug them.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("ferz").get("path", "ferz");
}

async function start() {
  const command = program();
  client = new LanguageClient(
    "ferz",
    "ferz",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "prolog" }] },
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`${command} lsp does not start: ${error.message}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.isRunning()) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand("ferz.restart", restart));
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("ferz", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
    }),
    // F5 without a configuration debugs the file in the editor.
    vscode.debug.registerDebugConfigurationProvider("ferz", {
      resolveDebugConfiguration: (_folder, found) =>
        found.type ? found : { type: "ferz", request: "launch", name: "Prolog", program: "${file}" },
    }),
  );
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("ferz.path")) {
        restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
