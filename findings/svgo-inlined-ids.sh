#!/usr/bin/env bash
# svgo 4.1.0: `inlineStyles` moves the rule of an id into the element and takes the id away, though a gradient is referred to by it, so that
# `fill="url(#g)"` points to nothing. It applies the sheet of `<style media="print">` to screens, and leaves `@media screen` in the sheet
# although `useMqs` has 'screen' by default: the query is compared as "media screen".
# Seen: "gradient: no id, still referred to; print: fill:red; screen: in the sheet".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund svgo@4.1.0
cat > read.mjs <<'JS'
import { optimize } from 'svgo';

const inlined = (inner) =>
  optimize(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`, { plugins: ['inlineStyles'] }).data;
const gradient = inlined('<style>#g{color:red}</style><linearGradient id="g"/><path fill="url(#g)" d="M0 0h4"/>');
const print = inlined('<style media="print">.a{fill:red}</style><path class="a" d="M0 0h4"/>');
const screen = inlined('<style>@media screen{.a{fill:red}}</style><path class="a" d="M0 0h4"/>');
console.log(
  `gradient: ${gradient.includes('id="g"') ? 'id' : 'no id'}, ${gradient.includes('url(#g)') ? 'still referred to' : 'not referred to'}; ` +
    `print: ${/style="([^"]*)"/.exec(print)?.[1] ?? 'not applied'}; screen: ${screen.includes('<style>') ? 'in the sheet' : 'applied'}`,
);
JS
seen=$(node read.mjs)
echo "svgo 4.1.0: $seen"
[ "$seen" = 'gradient: no id, still referred to; print: fill:red; screen: in the sheet' ]
