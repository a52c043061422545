import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Job } from '#view-model/resolved.ts';
import { context, headingLevels, layout, noHeading } from '#view-model/view-fixtures.ts';
import { jobOpenings } from './schema.ts';
import { View } from './View.tsx';
import { fieldName, workingTime, listWorkloads } from '#ui/jobs/job-texts.ts';

const job = (id: number, change: Partial<Job> = {}): Job => ({
  id,
  title: `Job ${id}`,
  shortDescription: 'You measure.',
  place: 'Rapperswil',
  city: 'Rapperswil',
  country: 'CH',
  field: 'quality',
  pensumMin: 80,
  pensumMax: 100,
  isRemote: false,
  positions: [],
  directLink: null,
  publishedAt: '2026-10-05T06:00:00Z',
  closesAt: null,
  ...change,
});
const render = (items: Job[], hasFilters = true) =>
  markup(View, {
    id: 8,
    data: { ...layout, heading: { ...noHeading, title: 'Jobs' }, hasFilters, location: null, field: '' },
    lists: { jobs: { list: 'jobs', items } },
    slots: {},
    context,
  });

describe('JOB_OPENINGS', () => {
  it('is a table of all jobs before any script runs', () => {
    const html = render([
      job(1),
      job(2, { place: 'Suwon', city: 'Suwon', country: 'KR', directLink: 'https://jobs.example/2' }),
    ]);
    expect(html).toContain('data-module-id="8" data-module-type="JOB_OPENINGS"');
    expect(html.match(/<tr id="job-\d" data-item/g)).toHaveLength(2);
    expect(html).not.toContain('hidden=""');
    expect(html).toContain('href="https://jobs.example/2"');
    expect(html).toContain('80 - 100%');
    expect(headingLevels(html)).toEqual([2]);
  });

  it('offers a filter only where there is something to choose', () => {
    const html = render([job(1), job(2, { place: 'Suwon', city: 'Suwon', country: 'KR' })]);
    expect(html).toContain('<option value="suwon">Suwon, South Korea</option>');
    expect(html).not.toContain('name="field"');
    expect(render([job(1), job(2)])).not.toContain('<select');
    expect(render([job(1), job(2, { place: 'Suwon', city: 'Suwon' })], false)).not.toContain('<select');
  });

  it('shows working time as a range, one value, or full time', () => {
    expect(workingTime({ pensumMin: 60, pensumMax: 80 }, 'en')).toBe('60 - 80%');
    expect(workingTime({ pensumMin: 80, pensumMax: 80 }, 'en')).toBe('80%');
    expect(workingTime({ pensumMin: null, pensumMax: null }, 'en')).toBe('100%');
  });

  it('is found under each working time that it can be done in', () => {
    expect(listWorkloads({ pensumMin: 40, pensumMax: 60 })).toEqual(['50', '80']);
    expect(listWorkloads({ pensumMin: null, pensumMax: null })).toEqual(['100']);
  });

  it('names a field that has no translation as it is written', () => {
    expect(fieldName('supply-chain', (key) => key)).toBe('Supply chain');
    expect(fieldName('quality', () => 'Qualität')).toBe('Qualität');
  });

  it('reads the jobs of one field and location, or all', () => {
    expect(jobOpenings.lists?.(jobOpenings.schema.parse({ field: ' quality ', location: 3 }))).toMatchObject({
      jobs: { field: 'quality', location: 3 },
    });
    expect(jobOpenings.lists?.(jobOpenings.schema.parse({}))).toMatchObject({ jobs: { field: null, location: null } });
    expect(jobOpenings.schema.safeParse({ field: 'a'.repeat(61) }).success).toBe(false);
  });
});
