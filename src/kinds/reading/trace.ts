import { isOfYears } from '#domain/values/moment.ts';

/** The tag of outputs whose content cannot be read: every change has it, since any may mend them. */
export const unreadableTag = 'unreadable';

/**
 * The dependencies of one output, recorded while it is read: the tags of the rows, the media it shows, and the earliest time
 * at which the clock changes it.
 */
export class Trace {
  readonly tags = new Set<string>();
  /** Storage paths of media files that have to be public before the output is. */
  readonly media = new Set<string>();
  /** The types of modules whose code took part. */
  readonly moduleTypes = new Set<string>();
  nextChangeAt: string | null = null;

  tag(...tags: string[]): void {
    for (const tag of tags) this.tags.add(tag);
  }

  /** Adds the dependencies of another trace, of content that is reused in this output. */
  include(other: Trace, at: string): void {
    for (const tag of other.tags) this.tags.add(tag);
    for (const path of other.media) this.media.add(path);
    for (const type of other.moduleTypes) this.moduleTypes.add(type);
    this.changesAt(other.nextChangeAt, at);
  }

  /** Notes a moment at which the answer changes; those that have passed do not count, nor one that never comes. */
  changesAt(moment: string | null, at: string): void {
    if (moment === null) return;
    const time = Date.parse(moment);
    if (time <= Date.parse(at) || !isOfYears(new Date(time))) return;
    if (this.nextChangeAt === null || time < Date.parse(this.nextChangeAt)) {
      this.nextChangeAt = new Date(time).toISOString();
    }
  }
}
