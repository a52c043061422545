import { z } from 'zod';

// The policy of every page forbids `eval`, which zod would try first; browsers report that. Imported before the first schema is used.
if (typeof document !== 'undefined') z.config({ jitless: true });
