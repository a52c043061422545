// Portraits in one hand: flat shapes, one soft light from the left, different people.

import { blur, grain, linear, radial, sheet } from './svg.ts';

type Person = {
  readonly skin: readonly [string, string];
  readonly hair: string;
  readonly style:
    | 'parted'
    | 'bob'
    | 'long'
    | 'bun'
    | 'curls'
    | 'buzz'
    | 'grey'
    | 'wave'
    | 'scarf'
    | 'tail'
    | 'bald'
    | 'fringe';
  readonly ground: readonly [string, string];
  readonly cloth: string;
  readonly wear: 'shirt' | 'blazer' | 'round' | 'roll' | 'coat';
  readonly under?: string;
  readonly glasses?: 'round' | 'square';
  readonly beard?: 'full' | 'short' | 'moustache';
  readonly age?: boolean;
  readonly lips?: string;
  readonly wide?: number;
  readonly jaw?: number;
  readonly earring?: boolean;
};

/** Shade of a colour: below 0 darker, above 0 lighter. */
function shade(code: string, amount: number): string {
  return `#${[1, 3, 5]
    .map((i) => {
      const v = Number.parseInt(code.slice(i, i + 2), 16);
      return Math.round(amount < 0 ? v * (1 + amount) : v + (255 - v) * amount)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
}

const behind: Partial<Record<Person['style'], string>> = {
  bob: 'M424 470C400 250 500 214 600 214C700 214 800 250 776 470C786 560 800 640 772 700C720 724 690 700 690 700H510C510 700 480 724 428 700C400 640 414 560 424 470Z',
  fringe:
    'M428 470C410 262 510 222 600 222C690 222 790 262 772 470C782 560 786 620 764 664L690 690H510L436 664C414 620 418 560 428 470Z',
  long: 'M426 470C398 240 500 204 600 204C700 204 802 240 774 470C780 600 830 760 800 900C750 960 690 930 690 930H510C510 930 450 960 400 900C370 760 420 600 426 470Z',
  wave: 'M424 480C380 250 500 208 606 208C712 208 816 250 778 470C800 540 850 600 826 680C860 740 840 840 780 868C730 880 690 850 690 850H510C510 850 460 884 412 862C356 830 350 740 382 680C350 610 404 540 424 480Z',
  tail: 'M690 300C800 290 850 380 838 520C832 620 800 700 766 740C772 640 770 540 740 450Z',
  bun: 'M600 120C668 120 706 168 700 220C694 262 650 282 600 282C550 282 506 262 500 220C494 168 532 120 600 120Z',
  scarf:
    'M400 520C380 270 470 196 600 196C730 196 820 270 800 520C806 640 830 740 880 830C800 930 400 930 320 830C370 740 394 640 400 520Z',
};

function fore(style: Person['style']): string {
  switch (style) {
    case 'parted':
      return 'M440 486C410 330 490 236 612 232C730 230 800 330 760 486C752 452 742 424 724 400C650 398 570 376 528 336C506 380 456 410 440 486Z';
    case 'bob':
      return 'M438 500C424 350 500 250 600 250C700 250 776 350 762 500C752 440 730 392 690 366C630 400 540 404 492 384C458 412 444 450 438 500Z';
    case 'fringe':
      return 'M440 510C424 350 500 248 600 248C700 248 776 350 760 510C754 486 748 462 744 444C660 462 540 462 456 444C452 462 446 486 440 510Z';
    case 'long':
      return 'M436 520C418 350 500 242 600 242C700 242 782 350 764 520C756 440 716 380 606 318C500 374 446 440 436 520Z';
    case 'wave':
      return 'M434 520C410 350 500 240 612 240C710 240 790 340 766 516C760 450 730 400 672 346C580 402 460 400 434 520Z';
    case 'tail':
      return 'M440 480C424 330 500 246 604 246C708 246 780 330 760 480C748 420 716 372 650 340C560 356 470 390 440 480Z';
    case 'bun':
      return 'M440 484C426 340 500 256 600 256C700 256 774 340 760 484C748 414 700 350 600 342C500 350 452 414 440 484Z';
    case 'buzz':
      return 'M444 470C434 330 506 258 600 258C694 258 766 330 756 470C750 420 734 382 712 362C640 346 560 346 488 362C466 382 450 420 444 470Z';
    case 'grey':
      return 'M440 490C420 400 440 330 486 296C540 250 680 246 724 300C764 340 776 410 760 490C754 450 744 420 730 396C700 360 672 330 610 322C540 322 486 356 470 396C456 420 446 450 440 490Z';
    case 'bald':
    case 'curls':
    case 'scarf':
      return '';
  }
}

const curls = (colour: string): string => {
  const spots = Array.from({ length: 30 }, (_, i) => {
    const a = Math.PI * (0.97 + (1.06 * (i % 15)) / 14);
    const r = i < 15 ? 176 : 128;
    return `<circle cx="${(600 + r * Math.cos(a)).toFixed(0)}" cy="${(430 + r * 1.06 * Math.sin(a)).toFixed(0)}" r="${i < 15 ? 62 : 54}"/>`;
  }).join('');
  return `<g fill="${colour}">${spots}</g>`;
};

export function portrait(p: Person): string {
  const [skin, deep] = p.skin;
  const [wide, jaw] = [p.wide ?? 1, p.jaw ?? 0];
  const face = `M446 450C446 330 516 272 600 272C684 272 754 330 754 450C756 540 748 600 ${716 + jaw} 656C690 704 646 736 600 736C554 736 510 704 ${484 - jaw} 656C452 600 444 540 446 450Z`;
  const hairLight = shade(p.hair, 0.16);
  const hair = fore(p.style);
  const back = behind[p.style];
  const brow =
    p.style === 'scarf'
      ? '#2a1c14'
      : p.style === 'grey'
        ? shade(p.hair, -0.25)
        : shade(p.hair, p.hair < '#4' ? 0 : -0.35);
  const shoulders = `M150 1210C168 1030 236 950 366 906C440 882 500 866 526 830H674C700 866 760 882 834 906C964 950 1032 1030 1050 1210Z`;
  const garment: Record<Person['wear'], string> = {
    round: `<path d="${shoulders}" fill="url(#cloth)"/><path d="M500 858C530 930 670 930 700 858L674 828H526Z" fill="url(#neck)"/><path d="M500 858C530 930 670 930 700 858" fill="none" stroke="${shade(p.cloth, -0.22)}" stroke-width="14"/>`,
    roll: `<path d="${shoulders}" fill="url(#cloth)"/><path d="M506 762C540 790 660 790 694 762L706 884C660 912 540 912 494 884Z" fill="${shade(p.cloth, 0.06)}"/><path d="M506 762C540 790 660 790 694 762" fill="none" stroke="${shade(p.cloth, -0.25)}" stroke-width="6"/><path d="M500 822C540 846 660 846 700 822" fill="none" stroke="${shade(p.cloth, -0.18)}" stroke-width="5"/>`,
    shirt: `<path d="${shoulders}" fill="url(#cloth)"/><path d="M520 770H680V830L600 940L520 830Z" fill="url(#neck)"/><path d="M520 826L600 948L540 1000L468 872Z" fill="${shade(p.cloth, 0.1)}"/><path d="M680 826L600 948L660 1000L732 872Z" fill="${shade(p.cloth, -0.06)}"/><path d="M600 948V1210" stroke="${shade(p.cloth, -0.2)}" stroke-width="4"/>${[1010, 1090, 1170].map((y) => `<circle cx="600" cy="${y}" r="7" fill="${shade(p.cloth, -0.3)}"/>`).join('')}`,
    blazer: `<path d="${shoulders}" fill="url(#cloth)"/><path d="M480 868L600 1210L720 868L674 828H526Z" fill="${p.under ?? '#f4f5f3'}"/><path d="M518 800H682L692 850C660 920 540 920 508 850Z" fill="url(#neck)"/><path d="M508 850C540 920 660 920 692 850" fill="none" stroke="${shade(p.under ?? '#f4f5f3', -0.14)}" stroke-width="8"/><path d="M480 866L410 930L450 1000L420 1030L590 1210H600Z" fill="${shade(p.cloth, 0.08)}"/><path d="M720 866L790 930L750 1000L780 1030L610 1210H600Z" fill="${shade(p.cloth, -0.12)}"/>`,
    coat: `<path d="${shoulders}" fill="url(#cloth)"/><path d="M486 866L600 1150L714 866L674 828H526Z" fill="${p.under ?? '#007a53'}"/><path d="M518 800H682L690 846C660 912 540 912 510 846Z" fill="url(#neck)"/><path d="M510 846C540 912 660 912 690 846" fill="none" stroke="${shade(p.under ?? '#007a53', -0.16)}" stroke-width="8"/><path d="M486 864L420 920L470 990L440 1010L596 1190L600 1150Z" fill="#ffffff"/><path d="M714 864L780 920L730 990L760 1010L604 1190L600 1150Z" fill="#dfe4e2"/><path d="M600 1150V1210" stroke="#c4cbc8" stroke-width="4"/><rect x="752" y="1034" width="130" height="7" rx="3" fill="#c9d0cd"/><rect x="782" y="1006" width="9" height="56" rx="4" fill="#007a53"/>`,
  };
  const eye = (x: number): string =>
    `<path d="M${x - 30} 506C${x - 16} 488 ${x + 16} 488 ${x + 30} 506C${x + 14} 518 ${x - 14} 518 ${x - 30} 506Z" fill="#fbf8f4"/><circle cx="${x + 1}" cy="504" r="13.5" fill="${p.skin[0] < '#c' ? '#2a1a12' : '#3d3a30'}"/><circle cx="${x + 5}" cy="499" r="4" fill="#fff" opacity=".9"/><path d="M${x - 32} 506C${x - 16} 486 ${x + 16} 486 ${x + 32} 504" fill="none" stroke="${shade(deep, -0.55)}" stroke-width="6" stroke-linecap="round"/>${p.age ? `<path d="M${x - 24} 532C${x - 8} 542 ${x + 12} 542 ${x + 26} 532" fill="none" stroke="${deep}" stroke-width="4" opacity=".55" stroke-linecap="round"/>` : ''}`;
  const brows = [-1, 1]
    .map(
      (s) =>
        `<path d="M${600 + s * 28} 464C${600 + s * 52} 448 ${600 + s * 84} 446 ${600 + s * 104} 462" fill="none" stroke="${brow}" stroke-width="${p.beard || p.wear === 'shirt' ? 13 : 10}" stroke-linecap="round"/>`,
    )
    .join('');
  const nose = `<path d="M612 512C616 552 634 574 628 592C618 606 592 606 580 596" fill="none" stroke="${deep}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`;
  const mouth =
    p.beard === 'full'
      ? ''
      : p.lips
        ? `<path d="M546 644C572 640 590 640 600 646C610 640 628 640 654 644C634 684 566 684 546 644Z" fill="${p.lips}"/><path d="M540 640C552 652 575 659 600 659C625 659 648 652 660 640" fill="none" stroke="${shade(p.lips, -0.35)}" stroke-width="4" stroke-linecap="round"/>`
        : `<path d="M550 648C576 668 624 668 650 648" fill="none" stroke="${shade(deep, -0.35)}" stroke-width="8" stroke-linecap="round"/><path d="M578 682C592 688 608 688 622 682" fill="none" stroke="${deep}" stroke-width="5" opacity=".6" stroke-linecap="round"/>`;
  const beards: Record<NonNullable<Person['beard']>, string> = {
    full: `<path d="M446 520C454 570 478 604 512 620C545 622 570 612 600 620C630 612 655 622 688 620C722 604 746 570 754 520C756 620 744 690 700 736C660 776 540 776 500 736C456 690 444 620 446 520Z" fill="url(#hair)"/><path d="M556 656C580 664 620 664 644 656C626 680 574 680 556 656Z" fill="${shade(skin, -0.28)}"/>`,
    short: `<path d="M448 550C460 640 500 700 600 706C700 700 740 640 752 550C752 630 736 680 702 716C660 752 540 752 498 716C464 680 448 630 448 550Z" fill="${p.hair}" opacity=".8"/><path d="M546 634C572 618 628 618 654 634" fill="none" stroke="${p.hair}" stroke-width="13" opacity=".75" stroke-linecap="round"/>`,
    moustache: `<path d="M536 640C556 612 590 612 600 620C610 612 644 612 664 640C640 640 560 640 536 640Z" fill="${p.hair}"/>`,
  };
  const frames = {
    round: (x: number) => `<circle cx="${x}" cy="506" r="52"/>`,
    square: (x: number) => `<rect x="${x - 58}" y="466" width="116" height="80" rx="22"/>`,
  };
  const glasses = p.glasses
    ? `<g fill="#ffffff" fill-opacity=".14" stroke="#22282b" stroke-width="8">${[532, 668].map(frames[p.glasses]).join('')}</g><path d="M584 500C592 492 608 492 616 500M478 496L448 486M722 496L752 486" fill="none" stroke="#22282b" stroke-width="8" stroke-linecap="round"/>`
    : '';
  const creases = p.age
    ? `<path d="M540 604C526 622 522 640 526 656M660 604C674 622 678 640 674 656" fill="none" stroke="${deep}" stroke-width="5" opacity=".6" stroke-linecap="round"/><path d="M540 396C580 388 620 388 660 396" fill="none" stroke="${deep}" stroke-width="4" opacity=".4" stroke-linecap="round"/>`
    : '';
  const ears =
    p.style === 'scarf' || p.style === 'bob' || p.style === 'fringe'
      ? ''
      : `<ellipse cx="444" cy="520" rx="27" ry="44" fill="${skin}"/><ellipse cx="756" cy="520" rx="27" ry="44" fill="${deep}"/>${p.earring ? `<circle cx="440" cy="572" r="9" fill="#dcb25c"/><circle cx="760" cy="572" r="9" fill="#c79b45"/>` : ''}`;
  const scarf =
    p.style === 'scarf'
      ? `<path fill-rule="evenodd" d="M396 560C376 280 470 196 600 196C730 196 824 280 804 560C800 680 850 760 880 850C800 960 400 960 320 850C350 760 400 680 396 560ZM600 306C500 306 462 380 462 470C462 610 520 724 600 728C680 724 738 610 738 470C738 380 700 306 600 306Z" fill="url(#hair)"/><path d="M470 700C540 800 660 800 740 690C800 760 800 860 740 930C640 960 500 940 420 860C430 800 440 740 470 700Z" fill="${shade(p.hair, -0.1)}"/><path d="M470 700C540 800 660 800 740 690" fill="none" stroke="${shade(p.hair, -0.3)}" stroke-width="5"/>`
      : '';
  const body =
    `<rect width="1200" height="1200" fill="url(#ground)"/><path d="M-60 1200L330 -40H660L270 1200Z" fill="#ffffff" opacity=".28" filter="url(#haze)"/><ellipse cx="640" cy="1130" rx="520" ry="240" fill="${shade(p.ground[1], -0.3)}" opacity=".32" filter="url(#haze)"/>` +
    `<g transform="translate(600 680) scale(1.16) translate(-600 -640)">${p.style === 'curls' ? curls(shade(p.hair, -0.1)) : ''}${back ? `<path d="${back}" fill="${p.style === 'scarf' ? shade(p.hair, -0.25) : shade(p.hair, -0.18)}"/>` : ''}` +
    `<path d="M520 660V846C548 900 652 900 680 846V660Z" fill="url(#neck)"/>${garment[p.wear]}<path d="M520 690C560 770 650 776 680 720V780C640 826 560 816 520 760Z" fill="${shade(deep, -0.22)}" opacity=".45"/>` +
    `<g transform="translate(600 0) scale(${wide} 1) translate(-600 0)">${ears}<path d="${face}" fill="url(#face)"/><clipPath id="in"><path d="${face}"/></clipPath><g clip-path="url(#in)"><ellipse cx="790" cy="540" rx="150" ry="300" fill="${deep}" opacity=".5" filter="url(#mid)"/><ellipse cx="520" cy="590" rx="52" ry="34" fill="#e0604a" opacity=".16" filter="url(#low)"/><ellipse cx="680" cy="590" rx="52" ry="34" fill="#e0604a" opacity=".16" filter="url(#low)"/>${hair ? `<path d="${hair}" transform="translate(0 22)" fill="${shade(deep, -0.3)}" opacity=".35" filter="url(#low)"/>` : ''}</g>` +
    `${p.beard ? beards[p.beard] : ''}${creases}${brows}${eye(534)}${eye(666)}${nose}${mouth}${hair ? `<path d="${hair}" fill="url(#hair)"/>` : ''}${p.style === 'curls' ? `<g fill="${p.hair}">${Array.from({ length: 9 }, (_, i) => `<circle cx="${452 + i * 37}" cy="${(366 - 60 * Math.sin((i / 8) * Math.PI)).toFixed(0)}" r="46"/>`).join('')}</g>` : ''}${glasses}</g>${scarf}` +
    `<path d="M520 280C490 300 468 330 458 372" fill="none" stroke="${hairLight}" stroke-width="9" opacity="${hair ? 0.5 : 0}" stroke-linecap="round"/></g>`;
  const defs =
    radial('ground', [0.36, 0.3], 0.95, [
      [0, p.ground[0]],
      [1, p.ground[1]],
    ]) +
    linear(
      'face',
      [0, 0],
      [1, 0.3],
      [
        [0, shade(skin, 0.12)],
        [0.55, skin],
        [1, shade(skin, -0.08)],
      ],
    ) +
    linear(
      'neck',
      [0, 0],
      [1, 0],
      [
        [0, shade(skin, -0.06)],
        [1, deep],
      ],
    ) +
    linear(
      'cloth',
      [0, 0],
      [1, 0.4],
      [
        [0, shade(p.cloth, 0.1)],
        [0.6, p.cloth],
        [1, shade(p.cloth, -0.2)],
      ],
    ) +
    linear(
      'hair',
      [0, 0],
      [1, 0.3],
      [
        [0, hairLight],
        [0.5, p.hair],
        [1, shade(p.hair, -0.2)],
      ],
    ) +
    blur('haze', 60) +
    blur('mid', 46) +
    blur('low', 16);
  return sheet(1200, 1200, defs, body + grain(1200, 1200, 0.04));
}

const fair = ['#f1cdb2', '#d49d7c'] as const;
const light = ['#e7b893', '#c58a63'] as const;
const olive = ['#cf9a6d', '#a76f46'] as const;
const brown = ['#9a6240', '#6f4128'] as const;
const dark = ['#6b432c', '#472a1b'] as const;

export const people: readonly Person[] = [
  {
    skin: light,
    hair: '#4a3122',
    style: 'long',
    ground: ['#eaf1ee', '#b9cfc6'],
    cloth: '#22282b',
    wear: 'blazer',
    under: '#f1f3f1',
    lips: '#b9574c',
    earring: true,
  },
  {
    skin: fair,
    hair: '#b9b7b1',
    style: 'grey',
    ground: ['#eef0ee', '#c6cecb'],
    cloth: '#3f4f56',
    wear: 'blazer',
    under: '#dfe8ee',
    glasses: 'square',
    age: true,
    wide: 1.03,
    jaw: 8,
  },
  {
    skin: brown,
    hair: '#231813',
    style: 'wave',
    ground: ['#e6f2ec', '#a5cdbb'],
    cloth: '#f3f4f2',
    wear: 'coat',
    under: '#e2590b',
    lips: '#99443d',
  },
  {
    skin: olive,
    hair: '#221b18',
    style: 'parted',
    ground: ['#eaf1ee', '#b3cbc1'],
    cloth: '#e9edf0',
    wear: 'shirt',
    beard: 'full',
    jaw: 6,
  },
  {
    skin: light,
    hair: '#d9d6d0',
    style: 'bob',
    ground: ['#f1ece9', '#cfc0b9'],
    cloth: '#e2590b',
    wear: 'round',
    lips: '#b4584f',
    age: true,
    glasses: 'round',
  },
  {
    skin: ['#e9bc92', '#c48c60'],
    hair: '#1f1c1c',
    style: 'parted',
    ground: ['#eceff0', '#bcc7cb'],
    cloth: '#22282b',
    wear: 'roll',
    glasses: 'square',
    wide: 1.01,
  },
  {
    skin: fair,
    hair: '#c48f55',
    style: 'bun',
    ground: ['#eef2ea', '#c2d2b9'],
    cloth: '#5f7a70',
    wear: 'round',
    lips: '#c66a5c',
    glasses: 'round',
  },
  {
    skin: dark,
    hair: '#1a1412',
    style: 'buzz',
    ground: ['#f3ece0', '#d8c7ac'],
    cloth: '#007a53',
    wear: 'round',
    beard: 'short',
    jaw: 8,
  },
  {
    skin: olive,
    hair: '#2f6b5a',
    style: 'scarf',
    ground: ['#f4f1ea', '#d9cfbd'],
    cloth: '#39464b',
    wear: 'round',
    lips: '#a94f48',
  },
  {
    skin: fair,
    hair: '#8d5a34',
    style: 'bald',
    ground: ['#e9f0f2', '#b4cbd0'],
    cloth: '#dfe6ea',
    wear: 'shirt',
    beard: 'full',
    glasses: 'round',
    jaw: 10,
    wide: 1.02,
  },
  {
    skin: brown,
    hair: '#191413',
    style: 'curls',
    ground: ['#fbeadf', '#eab996'],
    cloth: '#2b3337',
    wear: 'roll',
    lips: '#8f3d3a',
    earring: true,
  },
  {
    skin: ['#eec49c', '#cc9669'],
    hair: '#1d1a1a',
    style: 'parted',
    ground: ['#e8eef2', '#b5c7d2'],
    cloth: '#f1f2f0',
    wear: 'coat',
    under: '#2e6f8a',
    jaw: 6,
  },
];
