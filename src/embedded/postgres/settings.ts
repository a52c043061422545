/** The inputs of PostgreSQL's settings. */
type SettingsFacts = { port: number; socketDirectory: string; durable: boolean };

/**
 * The settings of the embedded server, for a small machine that it shares with Node. They are passed on the command
 * line, which overrides the data directory's own file.
 */
export function serverSettings({ port, socketDirectory, durable }: SettingsFacts): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: process.platform === 'win32' ? '' : socketDirectory,
    password_encryption: 'scram-sha-256',
    max_connections: '100',
    shared_buffers: '128MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    huge_pages: 'off',
    jit: 'off',
    max_worker_processes: '4',
    max_parallel_workers_per_gather: '1',
    autovacuum_max_workers: '2',
    // Nothing replicates from here, and still not `minimal`: PostgreSQL does not log there how far the sequence of a new table
    // has come, and gives its numbers again after a crash.
    wal_level: 'replica',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // Statements and error details may contain personal data: neither goes to the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    shared_preload_libraries: 'pg_stat_statements',
    // A commit is written all the same, so that it survives the end of the processes. Thousands of connections are opened in a run of
    // tests, each of which hashes the password of a server that nobody else reaches.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', scram_iterations: '1' }),
  };
}
