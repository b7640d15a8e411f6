// The playground in Chromium, opened from its file, without a network. CHROMIUM names another browser.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const page_ = new URL('../playground/dist/index.html', import.meta.url).href;
const shots = fileURLToPath(new URL('../dist/screenshots/', import.meta.url));
mkdirSync(shots, { recursive: true });
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

test('the playground', { skip: existsSync(executablePath) ? false : 'there is no Chromium' }, async (t) => {
  const browser = await chromium.launch({ executablePath, args });
  t.after(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 }, colorScheme: 'light', offline: true });
  const page = await context.newPage();
  // A busy machine may take long for anything.
  page.setDefaultTimeout(120_000);
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const open = async (hash = '') => {
    await page.goto('about:blank');
    await page.goto(page_ + hash);
    await page.waitForSelector('html[data-ready=yes]', { timeout: 120_000 });
  };
  const logged = (text) => page.waitForFunction((text) => document.querySelector('#log').textContent.includes(text), text, { timeout: 120_000 });
  const type = async (text) => {
    await page.focus('#query .cm-content');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Enter');
  };
  await open();

  await t.test('queens are stepped through, with their board', async () => {
    await type('solve(8, QP).');
    await logged('QP = [3, 1, 6, 2, 5, 7, 4, 0] ;');
    await page.keyboard.press(';');
    await logged('QP = [4, 1, 3, 6, 2, 7, 5, 0] ;');
    assert.match(await page.getAttribute('#board svg', 'aria-label'), /4, 1, 3, 6, 2, 7, 5, 0/);
    await page.waitForTimeout(400);
    await page.screenshot({ path: shots + 'queens-light.png' });
    await page.click('#theme');
    await page.screenshot({ path: shots + 'queens-dark.png' });
    await page.click('#theme');
    await page.focus('#query .cm-content');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#keys', { state: 'hidden' });
    await type('findall(Q, solve(8, Q), Qs), length(Qs, L).');
    await logged('L = 92.');
  });

  await t.test('a search tree is made, and moved in by keys', async () => {
    await page.selectOption('#examples', { label: 'Family: search tree' });
    await type('ancestor(A, jim).');
    await logged('A = pat');
    await page.waitForSelector('#tree .solution');
    assert.match(await page.textContent('#tree'), /parent\(A, ?jim\)/);
    await page.focus('#tree .outline');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.getAttribute('#tree .line', 'aria-expanded'), 'false');
    await page.keyboard.press('ArrowRight');
    await page.screenshot({ path: shots + 'tree.png' });
    await page.focus('#query .cm-content');
    await page.keyboard.press('a');
    await logged('false.');
  });

  await t.test('sudoku, grammar, constraints, files', async () => {
    await page.selectOption('#examples', { label: 'Sudoku' });
    await type('solve(2, Rows).');
    await page.waitForSelector('#board svg[aria-label^=Sudoku]', { timeout: 120_000 });
    await page.screenshot({ path: shots + 'sudoku.png' });
    await page.keyboard.press('Escape');
    await page.selectOption('#examples', { label: 'Grammar' });
    await type('value("2*(3+4)-1", V).');
    await logged('V = 13');
    await page.keyboard.press('Escape');
    await page.selectOption('#examples', { label: 'Several files' });
    await type('total(T).');
    await logged('T = 22.1415');
  });

  await t.test('mistakes are shown while typing', async () => {
    await page.focus('#editor .cm-content');
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('\nbad(X) :- foo(.\n');
    await page.waitForSelector('#problems .error', { timeout: 10_000 });
    await page.screenshot({ path: shots + 'problems.png' });
  });

  await t.test('what runs can be stopped', async () => {
    await page.selectOption('#examples', { label: 'Eight queens' });
    await type('repeat, fail.');
    await page.keyboard.press('Escape');
    await logged('Interrupted');
    await type('X = 1.');
    await logged('X = 1.');
  });

  await t.test('a link has the program in it', async () => {
    await page.selectOption('#examples', { label: 'Constraints' });
    await page.click('#share');
    await page.waitForFunction(() => location.hash.startsWith('#p='));
    const hash = await page.evaluate(() => location.hash);
    await page.evaluate(() => localStorage.clear());
    await open(hash);
    assert.match(await page.textContent('#editor'), /SEND \+ MORE/);
    await type('puzzle(P).');
    await logged('[9, 5, 6, 7]');
  });

  await t.test('endless output does not freeze the page', async () => {
    await open();
    for (const goal of ['repeat, write(hello), nl, fail.', 'repeat, write(a), write(user_error, b), fail.', 'trace, repeat, fail.']) {
      await type(goal);
      await type('X = still_there.');
      await page.waitForFunction(() => document.querySelector('#log').textContent.includes('X = still_there.'), undefined, { timeout: 120_000 });
      await page.evaluate(() => document.querySelector('#log').replaceChildren());
    }
  });

  await t.test('no program is lost', async () => {
    const edit = async (text) => {
      await page.focus('#editor .cm-content');
      await page.keyboard.press('Control+Home');
      await page.keyboard.insertText(text);
    };
    const shown = () => page.textContent('#editor');
    await page.evaluate(() => localStorage.clear());
    await open();
    await edit('% mine\n');
    // An example that is only looked at replaces nothing.
    await page.selectOption('#examples', { label: 'Sudoku' });
    await open();
    assert.match(await shown(), /% mine/);
    // One that is edited becomes the own program; the former one is in the menu.
    await page.selectOption('#examples', { label: 'Sudoku' });
    await edit('% other\n');
    await open();
    assert.match(await shown(), /% other/);
    await page.selectOption('#examples', { value: 'former0' });
    assert.match(await shown(), /% mine/);
    // What is edited after it was shared comes back.
    await page.click('#share');
    await page.waitForFunction(() => location.hash.startsWith('#p='));
    const hash = await page.evaluate(() => location.hash);
    await edit('% later\n');
    assert.equal(await page.evaluate(() => location.hash), '');
    await page.reload();
    await page.waitForSelector('html[data-ready=yes]', { timeout: 120_000 });
    assert.match(await shown(), /% later/);
    // The link of another does not replace the own program when it is edited.
    await page.evaluate(() => localStorage.setItem('ferz-former', '[]'));
    await open(hash);
    await edit('% foreign\n');
    await page.selectOption('#examples', { value: 'former0' });
    assert.match(await shown(), /% later/);
  });

  await t.test('all is named, and reached by keys', async () => {
    const nameless = await page.$$eval('button, select, input, [role=tab], [role=textbox]', (all) =>
      all.filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.closest('label') || one.labels?.length)).map((one) => one.outerHTML));
    assert.deepEqual(nameless, []);
    await page.focus('#query .cm-content');
    await page.keyboard.press('F6');
    await page.keyboard.press('F6');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'log');
  });

  assert.deepEqual(faults, []);
});
