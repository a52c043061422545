import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a program of `node_modules/.bin`, with `input` on its standard input.
 * @returns its standard output
 * @throws {Error} with its standard error, when it ends with another code than 0
 */
export function runTool(tool: string, options: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(`${root}node_modules/.bin/${tool}`, options, {
      cwd: root,
      env: { ...process.env, DO_NOT_TRACK: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${tool} ${options[0] ?? ''} ended with ${code}: ${complaint.trim()}`));
    });
    child.stdin.end(input);
  });
}
