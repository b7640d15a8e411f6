// Starts `ferz lsp` for texts of Prolog.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function start() {
  const command = vscode.workspace.getConfiguration("ferz").get("path", "ferz");
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
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("ferz.path")) {
        restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
