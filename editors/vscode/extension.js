// Starts `ferz lsp` for texts of Prolog, and `ferz dap` to debug them.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
// What runs have written, in full: a lens shows a line of it.
let output;

function program() {
  return vscode.workspace.getConfiguration("ferz").get("path", "ferz");
}

// Shows what a lens has run.
async function shown(command, args, next) {
  const result = await next(command, args);
  if (command === "ferz.run" && result && result.output) {
    output.appendLine(`?- ${args[2]}.\n${result.output}\n`);
    if (result.output.includes("\n")) {
      output.show(true);
    }
  }
  return result;
}

// Asks for a goal, and runs it or shows its search.
async function ask(kind) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== "prolog") {
    return;
  }
  const goal = await vscode.window.showInputBox({ prompt: kind === "show" ? "The goal whose search is shown" : "The goal to run" });
  if (goal) {
    const text = goal.trim().replace(/\.$/, "");
    await vscode.commands.executeCommand("ferz.run", editor.document.uri.toString(), kind, text);
  }
}

async function start() {
  const command = program();
  client = new LanguageClient(
    "ferz",
    "ferz",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "prolog" }], middleware: { executeCommand: shown } },
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
  output = vscode.window.createOutputChannel("Prolog", "prolog");
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("ferz.restart", restart),
    vscode.commands.registerCommand("ferz.ask", () => ask("run")),
    vscode.commands.registerCommand("ferz.askSearch", () => ask("show")),
  );
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
