#!/usr/bin/env bash
# prosemirror-view 1.42.9 loses what is bold or italic by style, and makes all of a text of Google Docs bold, on a page whose
# Content-Security-Policy has no 'unsafe-inline' for styles: it parses the clipboard into a detached document, whose style attributes the
# policy empties as well (Chromium). The attributes keep their text, and each one parsed is reported. Chromium is the system's, or PLAYWRIGHT_CHROMIUM.
# Seen: "without a policy: a <strong>b</strong>; with it: <strong>a b</strong>, style of the attribute: '', its text: 'font-weight:normal', reported: style-src-attr".
set -euo pipefail
browser=${PLAYWRIGHT_CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund esbuild@0.28.2 playwright-core@1.65.1 prosemirror-model@1.25.13 \
  prosemirror-schema-basic@1.2.4 prosemirror-state@1.4.4 prosemirror-view@1.42.9
cat > page.mjs <<'JS'
import { DOMSerializer } from 'prosemirror-model';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

globalThis.paste = (html) => {
  const view = new EditorView(document.body, { state: EditorState.create({ schema }) });
  view.pasteHTML(html);
  return DOMSerializer.fromSchema(schema).serializeNode(view.state.doc.firstChild).innerHTML;
};
JS
cat > read.mjs <<'JS'
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const bundled = await build({ entryPoints: ['page.mjs'], bundle: true, write: false, format: 'iife' });
const server = createServer((request, response) => {
  if (request.url === '/page.js') return response.end(bundled.outputFiles[0].text);
  if (request.url === '/strict') response.setHeader('content-security-policy', "style-src 'self'");
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><body><script src="/page.js"></script>');
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] });
const page = await browser.newPage();
const origin = `http://127.0.0.1:${server.address().port}`;
const html = '<b style="font-weight:normal"><p>a <span style="font-weight:700">b</span></p></b>';

await page.goto(`${origin}/free`);
const free = await page.evaluate((text) => paste(text), html);
await page.goto(`${origin}/strict`);
const strict = await page.evaluate(async (text) => {
  const reported = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve, { once: true }));
  const pasted = paste(text);
  const { body } = document.implementation.createHTMLDocument();
  body.innerHTML = '<b style="font-weight:normal">a</b>';
  const { style } = body.firstChild;
  const { effectiveDirective } = await reported;
  return `${pasted}, style of the attribute: '${style.fontWeight}', its text: '${body.firstChild.getAttribute('style')}', reported: ${effectiveDirective}`;
}, html);
console.log(`without a policy: ${free}; with it: ${strict}`);
await browser.close();
server.close();
JS
seen=$(node read.mjs "$browser")
echo "prosemirror-view 1.42.9: $seen"
[ "$seen" = "without a policy: a <strong>b</strong>; with it: <strong>a b</strong>, style of the attribute: '', its text: 'font-weight:normal', reported: style-src-attr" ]
