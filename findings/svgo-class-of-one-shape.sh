#!/usr/bin/env bash
# svgo 4.1.0 with its default preset drops what a style sheet says for dark mode of a class that one shape has: the class is inlined and
# taken away, and the rule of the media query with it. The plugin inlineStyles alone keeps the rule, without the class that it needs. The same
# drawing with a second shape of that class keeps both.
# Seen: "default: no rule, no class; inlineStyles: rule, no class; two shapes: rule, class".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund svgo@4.1.0
cat > read.mjs <<'JS'
import { optimize } from 'svgo';

const drawing = (shapes) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.ink{fill:#123456}@media (prefers-color-scheme:dark){.ink{fill:#fff}}</style>${shapes}</svg>`;
const shape = (x) => `<path class="ink" d="M${x} 0h4v4z"/>`;
const told = (svg) => `${svg.includes('@media') ? 'rule' : 'no rule'}, ${svg.includes('class="ink"') ? 'class' : 'no class'}`;

const one = drawing(shape(0));
console.log(
  `default: ${told(optimize(one).data)}; inlineStyles: ${told(optimize(one, { plugins: ['inlineStyles'] }).data)}; ` +
    `two shapes: ${told(optimize(drawing(shape(0) + shape(4))).data)}`,
);
JS
seen=$(node read.mjs)
echo "svgo 4.1.0: $seen"
[ "$seen" = 'default: no rule, no class; inlineStyles: rule, no class; two shapes: rule, class' ]
