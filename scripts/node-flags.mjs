/**
 * The flags of Node for one of the project's commands (decision 106).
 * @param {string} command
 * @returns {string[]}
 */
export function nodeFlags(command) {
  return [
    '--disable-warning=ExperimentalWarning',
    // A process keeps some 60 MB, and pages come and go: with a heap that begins as small as V8's, long-lived objects
    // are scanned for garbage again and again.
    '--initial-old-space-size=256',
    // A build ends before code from the dearest of V8's compilers has paid for its making.
    ...(command === 'build' ? ['--no-turbofan'] : []),
  ];
}
