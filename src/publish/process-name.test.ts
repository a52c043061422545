import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { nameProcess, stateOfProcess } from './process-name.ts';

it('tells a process that has ended from those that run, and from those of other machines', () => {
  const own = nameProcess();
  const [machine = ''] = own.split('-');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  expect(nameProcess()).not.toBe(own);
  expect(stateOfProcess(own)).toBe('running');
  expect(stateOfProcess(`${machine}-${process.pid}-00ff00ff00ff`)).toBe('ended');
  expect(stateOfProcess(`${machine}-${process.ppid}-00ff00ff00ff`)).toBe('running');
  expect(stateOfProcess(`${machine}-${pid}-00ff00ff00ff`)).toBe('ended');
  expect(stateOfProcess(`x${machine}-${pid}-00ff00ff00ff`)).toBe('elsewhere');
  expect(stateOfProcess('vm:/srv/data')).toBe(null);
});
