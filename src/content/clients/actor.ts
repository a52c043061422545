import type { Client } from './client.ts';

/**
 * A member of the staff at work. The data API lets nobody write; what people write goes through functions for the server alone,
 * which take the person as `p_actor`, check what that person may do, and note who did it.
 */
export type Actor = {
  /** Reads, with the rights of the person. */
  client: Client;
  /** Calls the functions that write. */
  service: Client;
  userId: string;
};
