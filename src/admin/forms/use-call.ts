export { type Loaded, useCall } from '#editor/use-call.ts';
