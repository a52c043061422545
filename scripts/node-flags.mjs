const flagsOfBuild = [
  // A build has a heap for each processor. Left alone, each grows to four times what it keeps.
  '--initial-old-space-size=128',
  '--heap-growing-percent=150',
  // All processors are busy: what is marked beside them falls behind, and a heap grows to three times its size meanwhile.
  '--no-incremental-marking',
  '--max-semi-space-size=24',
  // It ends before code from the dearest of V8's compilers has paid for its making.
  '--no-turbofan',
];

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
    ...(command === 'build' ? flagsOfBuild : ['--initial-old-space-size=256']),
  ];
}
