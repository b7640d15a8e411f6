// How fast a page of `ferz show` opens and answers keys, in headless Chromium, and how large it is:
//   ferz show programs/nqueens.pl 'solve(8,QP)' -o page.html; node crates/tools/tests/pages.mjs page.html [SCREENSHOTS]
// It fails if the page takes longer than 3 s to open, a key 100 ms, or has more than 30 MB. `npm ci` in bindings/wasm brings what it needs.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '../../../bindings/wasm/node_modules/playwright-core/index.mjs';

const [file, shots] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const faults = [];
const told = (name, value, most) => {
  console.log(`${name.padEnd(48)} ${String(Math.round(value)).padStart(7)} of ${most}`);
  if (value > most) faults.push(name);
};

/** Opens the page in a window of a width, in light or dark. */
async function open(width, height, colorScheme) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => faults.push(error.message));
  await page.addInitScript(() => {
    // The time until what a key has changed is on the screen.
    window.timed = (run) => new Promise((done) => {
      const begin = performance.now();
      run();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(performance.now() - begin);
        channel.port2.postMessage(0);
      });
    });
  });
  const begin = Date.now();
  await page.goto(`file://${resolve(file)}`);
  await page.waitForFunction(() => document.querySelectorAll('.line:not([hidden])').length > 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return [page, Date.now() - begin];
}

told('bytes', statSync(file).size, 30e6);
const [page, opened] = await open(1280, 800, 'light');
told('ms to open', opened, 3000);
const press = (key) => page.evaluate((key) => timed(() => document.querySelector('.outline').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))), key);
/** Presses a key several times. The median counts: on a machine that does other things, too, single ones take longer. */
const timesOf = async (name, key, times) => {
  const all = [];
  for (let i = 0; i < times; i++) all.push(await press(key));
  all.sort((a, b) => a - b);
  told(`ms for ${name} (${Math.round(all.at(-1))} at most)`, all[times >> 1], 100);
};
// All levels are open, so that each step is shown.
await page.evaluate(() => document.querySelector('#more').click());
await timesOf('all levels', ']', 3);
await timesOf('a step forward', 'ArrowRight', 200);
await timesOf('a step back', 'ArrowLeft', 50);
await timesOf('the next solution', 's', 10);
await timesOf('the row below', 'ArrowDown', 50);
await timesOf('opening and closing a row', 'Enter', 4);
await timesOf('a level less', '[', 6);
await timesOf('a step in what is closed', 'ArrowRight', 20);
await timesOf('a level more', ']', 6);
await timesOf('folding a predicate', 'f', 4);
await timesOf('only own predicates', 'm', 4);
await timesOf('the end', 'End', 2);
await timesOf('the beginning', 'Home', 2);
const found = await page.evaluate(() => timed(() => {
  const input = document.querySelector('#find');
  input.value = '2, 4';
  input.dispatchEvent(new Event('input'));
}));
told('ms for a search', found, 100);
if (shots) {
  await page.keyboard.press('Escape');
  await press('s');
  await page.screenshot({ path: `${shots}/light.png` });
  for (const [width, scheme] of [[1280, 'dark'], [375, 'light'], [375, 'dark']]) {
    const [other] = await open(width, 800, scheme);
    await other.keyboard.press('s');
    await other.screenshot({ path: `${shots}/${scheme}-${width}.png` });
  }
}
await browser.close();
if (faults.length) {
  console.error(`Not as it should be: ${faults.join(', ')}`);
  process.exit(1);
}
