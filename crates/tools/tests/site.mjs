// Looks at a site of `ferz doc` in headless Chromium, in light and dark, on a wide and on a small screen, and runs the examples of
// the pages whose names match PATTERN, if the folder `ferz` stands beside them:
//   ferz doc --manual docs/guide/*.md programs/*.pl -o site; node crates/tools/tests/site.mjs site [SCREENSHOTS [PATTERN]]
// It fails if a page is wider than the screen, a script fails, the search takes longer than 100 ms, or an example ends otherwise
// than the page says. `npm ci` in bindings/wasm brings what it needs.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '../../../bindings/wasm/node_modules/playwright-core/index.mjs';

const [folder, shots, pattern] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const faults = [];
const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
const address = (name) => pathToFileURL(resolve(folder, name)).href;
async function open(width, colorScheme) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  return page;
}

const small = await open(375, 'dark');
for (const name of names) {
  await small.goto(address(name));
  const width = await small.evaluate(() => document.documentElement.scrollWidth);
  if (width > 375) faults.push(`${name}: ${width} pixels wide`);
}
console.log(`${names.length} pages`);
const page = await open(1200, 'light');
await page.goto(address('index.html'));
const took = await page.evaluate(() => {
  const input = document.getElementById('search');
  const times = [];
  for (const word of ['l', 'li', 'lis', 'list', 'lists']) {
    const begin = performance.now();
    input.value = word;
    input.oninput();
    times.push(performance.now() - begin);
  }
  // Others may have the processors.
  return Math.min(...times);
});
console.log(`search: ${took.toFixed(1)} ms`);
if (took > 100) faults.push(`the search takes ${took} ms`);
for (const name of shots ? ['index.html', ...names.filter((name) => /lists|first-hour|doc\.html$|messages/.test(name)).slice(0, 6)] : []) {
  for (const [width, scheme] of [[1200, 'light'], [1200, 'dark'], [375, 'light'], [375, 'dark']]) {
    const shown = await open(width, scheme);
    await shown.goto(address(name));
    await shown.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png` });
    await shown.close();
  }
}
let count = 0;
for (const name of pattern ? names.filter((name) => new RegExp(pattern).test(name)) : []) {
  await page.goto(address(name));
  const blocks = page.locator('figure', { has: page.locator('.run') });
  for (let number = 0; number < (await blocks.count()); number++) {
    const block = blocks.nth(number);
    await block.locator('.run').click();
    await block.locator('.run', { hasText: 'Run' }).waitFor({ timeout: 120_000 });
    count += 1;
    const said = await block.locator('pre').first().textContent();
    const bad = (await block.locator('.console .bad').allTextContents()).join('');
    // The page of messages has wrong examples; the engine of browsers has neither threads nor all libraries nor the commands of the prompt.
    const isMeant = name === 'messages.html' || /ERROR|_error|Warning/.test(said);
    const isAbsent = /was built without|No permission to create|Unknown procedure: show/.test(bad);
    if (bad && !isMeant && !isAbsent) faults.push(`${name}: ${bad}`);
  }
}
console.log(`${count} examples run`);
await browser.close();
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
