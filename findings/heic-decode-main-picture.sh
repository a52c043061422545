#!/usr/bin/env bash
# heic-decode 2.1.0 (libheif-js 1.23.2) decodes the first picture of a file, also where the file names another one as its main picture (the
# `pitm` box), which viewers show. The file has two, red and green in the upper left corner; its `pitm` box is set to the first, then to the second.
# sharp's metadata tells the place of the main one (`pagePrimary`), of HEIC as well, which it does not decode.
# Seen: "main 1: red, pagePrimary 0; main 2: red, pagePrimary 1".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund heic-decode@2.1.0 sharp@0.35.5
cat > read.mjs <<'JS'
import decode from 'heic-decode';
import sharp from 'sharp';

// Made by heif-enc (libheif 1.15.1) from two PNG files.
const file = Buffer.from(
  [
    'AAAAKGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZm1pZjFoZWljbWlhZgAAAgltZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5w',
    'aXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAI5AAEAAAAAAAAAnQACAAAAAALWAAEAAAAAAAAAvwAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEA',
    'AGh2YzEAAAAAFWluZmUCAAAAAAIAAGh2YzEAAAABYmlwcnAAAAE+aXBjbwAAAHdodmNDAQQIAAAAAAAAAAAAHvAA/P/4+AAADwMgAAEAF0ABDAH//wQIAAAD',
    'AJ44AAADAAAeugJAIQABACpCAQEECAAAAwCeOAAAAwAAHpACBAgst1JJTXNwICBgQAAAAwBAAAADAEIiAAEACEQBwXKGDAIkAAAAFGlzcGUAAAAAAAAAgAAA',
    'AEAAAAAQcGl4aQAAAAADCAgIAAAAd2h2Y0MBBAgAAAAAAAAAAAAe8AD8//j4AAAPAyAAAQAXQAEMAf//BAgAAAMAnjgAAAMAAB66AkAhAAEAKkIBAQQIAAAD',
    'AJ44AAADAAAekAIECCy3UklNc3AgIGBAAAADAEAAAAMAQiIAAQAIRAHBcoYMAiQAAAAUaXNwZQAAAAAAAACAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAcaXBt',
    'YQAAAAAAAAACAAEDgQKDAAIDhAWGAAABZG1kYXQAAACZKAGvBPhBMmnb/5lf///uAb2X9GjST5/FB/a91pf7UYX//j8iAZIQSzgH/8f1vU7NHzSbqNs9dkJb',
    'RMHGzSj5k2kQZKWnS2hzKeASkE3smWffvYB/k3XejaKn2PzrdHB4Zv+Il5d3A9+sIg/TLPI1ywauhFvpWvA3na/z/PRdF01//j/0bvqpCv9fhxiepGH19EVs',
    'KZP75P8gAAAAuygBrwT42/LpOu3/ZH///2qu//9phpJ8/hvv6kmsS/WNTC/i85AsHcRyf25sownXAcCeLc1TQI/8SzjlNU1p7ah/pXszBFU64lh81LwDLUSz',
    '/N87wr5cdNXPNyreH1i0b6TNPhfIZ0GN+pAhzEWXZM6hpgZ9VIKTqy7B9nB0110yOBoqP5QH9tGRczRtF30n42l/Hfx//GH+Gljr2v/f3I//tM8f4/9G28Ty',
    '/u5JRP2RUj/9Kx6s4/4ev8A=',
  ].join(''),
  'base64',
);
const seen = [];
for (const main of [1, 2]) {
  file.writeUInt16BE(main, file.indexOf('pitm') + 8);
  const { data, width } = await decode({ buffer: file });
  const [red, green] = data.subarray((8 * width + 8) * 4);
  const { pagePrimary } = await sharp(file).metadata();
  seen.push(`main ${main}: ${red > green ? 'red' : 'green'}, pagePrimary ${pagePrimary}`);
}
console.log(seen.join('; '));
JS
seen=$(node read.mjs)
echo "heic-decode 2.1.0: $seen"
[ "$seen" = 'main 1: red, pagePrimary 0; main 2: red, pagePrimary 1' ]
