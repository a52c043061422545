import { describe, expect, it } from 'vitest';
import { markup } from '../markup.ts';
import { PropertyValue } from './PropertyValue.tsx';

const render = (value: string) => markup(PropertyValue, { value });
const text = (html: string) => html.replace(/<[^>]*>/g, '');

describe('PropertyValue', () => {
  it('does not break before a hyphen and a figure', () => {
    expect(render('Luer lock (ISO 80369-7)')).toBe('Luer lock (ISO <span class="property-value__term">80369-7)</span>');
    expect(render('ルアーロック（ISO 80369-7）')).toContain('<span class="property-value__term">80369-7</span>）');
    expect(text(render('RS-485, USB-2'))).toBe('RS-485, USB-2');
  });

  it('lets all else be broken where a reader would', () => {
    for (const value of ['Hygiene-Klemmanschluss', '−30 … 75', '']) expect(render(value)).toBe(value);
  });
});
