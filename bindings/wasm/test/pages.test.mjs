// Pages of `ferz doc` with the engine beside them, in Chromium, opened from files, without a network.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const parts = at('../../../crates/tools/src/doc/');
const body = `<h1 id="first">First</h1>
<figure class="code" data-kind="prolog" data-file="two.pl"><pre>two(1).\ntwo(2).</pre></figure>
<figure class="code" data-kind="console"><pre>$ ferz two.pl\n?- two(X),\n|    X &gt; 0.\nX = 1 ;\nX = 2.\n\n?- writeln(told), X is a.</pre></figure>
<figure class="code" data-kind="prolog"><pre>own(3).\n?- own(X), two(X).\n   false.</pre></figure>
<figure class="code" data-kind="prolog"><pre>?- repeat, fail.</pre></figure>`;

test('pages of documentation', { skip: existsSync(executablePath) ? false : 'there is no Chromium' }, async (t) => {
  const folder = at('../dist/pages/');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}index.html`, readFileSync(`${parts}page.html`, 'utf8').replace('<!--BODY-->', () => body));
  writeFileSync(`${folder}search.js`, 'globalThis.ferzIndex = [["append/3", "Joins lists.", "#append/3"], ["First", "A page", "#first"]];');
  writeFileSync(`${folder}programs.js`, 'globalThis.ferzPrograms = {};');
  for (const name of ['page.js', 'style.css']) cpSync(parts + name, folder + name);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  t.after(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 375, height: 800 }, offline: true });
  const open = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => assert.fail(error.message));
    await page.goto(new URL('../dist/pages/index.html', import.meta.url).href);
    return page;
  };

  cpSync(at('../playground/dist/ferz'), `${folder}ferz`, { recursive: true });
  const page = await open();
  assert.equal(await page.locator('.run').count(), 3);
  const run = async (number) => {
    await page.locator('.run').nth(number).click();
    await page.waitForFunction((number) => {
      const block = document.querySelectorAll('.run')[number].closest('figure');
      return block.querySelector('.console') && block.querySelector('.run').textContent.includes('Run');
    }, number);
    return page.locator('figure', { has: page.locator('.run') }).nth(number).locator('.console pre').textContent();
  };
  const session = await run(0);
  assert.match(session, /^\?- two\(X\),\n\s*X > 0\.\nX = 1 ;\nX = 2\.\n\?- writeln\(told\), X is a\.\ntold\n/);
  assert.match(session, /`a\/0' is not a function/);
  // A block begins anew: what others have loaded is gone.
  assert.match(await run(1), /Unknown procedure: two\/1/);
  const line = page.locator('.console input').first();
  await line.fill('own(X).');
  await line.press('Enter');
  await page.waitForFunction(() => document.querySelector('.console pre').textContent.includes('X = 3.'));
  // What does not end is stopped.
  await page.locator('.run').nth(2).click();
  await page.waitForFunction(() => document.querySelectorAll('.console')[2]?.textContent.includes('repeat'));
  await page.locator('.run').nth(2).click();
  await page.waitForFunction(() => document.querySelectorAll('.run')[2].textContent.includes('Run'));
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.type('lists join');
  assert.equal(await page.locator('#found [aria-selected="true"] b').textContent(), 'append/3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#append/3');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
});
