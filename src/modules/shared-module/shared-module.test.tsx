import { describe, expect, it } from 'vitest';
import { getDefinition, registeredTypes, isShareable } from '../definitions.ts';
import { sharedModule } from './schema.ts';

describe('SHARED_MODULE', () => {
  it('names the module that stands in its place', () => {
    expect(sharedModule.schema.safeParse({ shared: 7 }).success).toBe(true);
    expect(sharedModule.schema.safeParse({ shared: null }).success).toBe(false);
  });

  it('shares every type but those that hold modules, what pages add by themselves, and itself', () => {
    const kept = registeredTypes.filter((type) => !isShareable(type));
    expect(kept).toEqual(expect.arrayContaining(registeredTypes.filter((type) => getDefinition(type).slots)));
    expect(kept.filter((type) => !getDefinition(type).slots)).toEqual(['SECONDARY_HEADER', 'SHARED_MODULE']);
  });
});
