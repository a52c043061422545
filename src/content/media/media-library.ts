import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { MediaKind, MediaLibrary } from '#domain/media/media-library.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';

const library = z.object({
  folders: z.array(z.object({ id: z.number(), name: z.string(), parent: z.number().nullable() })),
  tags: z.array(z.object({ id: z.number(), name: z.string() })),
});

/** The folders and tags of the library, by name. */
export function readLibrary(client: Client): Promise<MediaLibrary> {
  return callFunction(client, 'read_media_library', library);
}

const places = z.array(z.object({ id: z.number(), folder: z.number().nullable(), tags: z.array(z.number()) }));
type MediaPlace = z.output<typeof places>[number];

/** In which folder media are, and which tags they have, in the order asked for. */
export async function readPlaces(client: Client, kind: MediaKind, ids: readonly number[]): Promise<MediaPlace[]> {
  const found = await callFunction(client, 'read_media_places', places, { p_kind: kind, p_ids: [...ids] });
  return ids.map((id) => found.find((place) => place.id === id) ?? { id, folder: null, tags: [] });
}

const folderGone = 'This folder is not there any more. The list of folders was changed meanwhile; look at it again.';

/** Folders that do not go together, and why. */
function refused(status: Exclude<z.output<typeof savedFolder>['status'], 'saved'>, name: string): Result<never> {
  switch (status) {
    case 'not-found':
      return fail('not-found', folderGone);
    case 'circle':
      return named('parent', 'A folder cannot be moved into itself, or into one that is in it.');
    case 'too-deep':
      return named('parent', 'Folders are in each other up to six times. Put it further up.');
    case 'taken':
      return named('name', `There is a folder “${name}” here already. Give it another name.`);
    case 'too-many':
      return fail('invalid', 'There are 1,000 folders already. Delete one that nobody needs.');
  }
}

function named(field: string, message: string): Result<never> {
  return fail('invalid', message, [{ path: [field], message }]);
}

const savedFolder = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), id: z.number() }),
  z.object({ status: z.enum(['not-found', 'circle', 'too-deep', 'taken', 'too-many']) }),
]);

type FolderInput = { id: number | null; name: string; parent: number | null };

/** Makes a folder, or renames and moves one. */
export async function saveFolder(
  { service, userId }: Actor,
  { id, name, parent }: FolderInput,
): Promise<Result<{ id: number }>> {
  const saved = await callFunction(service, 'save_media_folder', savedFolder, {
    p_actor: userId,
    p_id: id,
    p_name: name,
    p_parent: parent,
  });
  return saved.status === 'saved' ? ok({ id: saved.id }) : refused(saved.status, name);
}

const deletedFolder = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['deleted', 'not-found']) }),
  z.object({ status: z.literal('taken'), name: z.string() }),
]);

/** Deletes a folder. What was in it is in the folder above then. */
export async function deleteFolder({ service, userId }: Actor, id: number): Promise<Result<{ deleted: true }>> {
  const answer = await callFunction(service, 'delete_media_folder', deletedFolder, { p_actor: userId, p_id: id });
  switch (answer.status) {
    case 'deleted':
      return ok({ deleted: true });
    case 'not-found':
      return fail('not-found', folderGone);
    case 'taken':
      return fail(
        'conflict',
        `Its folders move up, and there is a folder “${answer.name}” above already. Rename one of the two, then delete this one.`,
      );
  }
}

type Chosen = { kind: MediaKind; ids: readonly number[] };

/** Moves media to a folder; to none with null. */
export async function fileMedia(
  { service, userId }: Actor,
  { kind, ids, folder }: Chosen & { folder: number | null },
): Promise<Result<{ moved: true }>> {
  const status = await callFunction(service, 'file_media', z.enum(['filed', 'not-found']), {
    p_actor: userId,
    p_kind: kind,
    p_ids: [...ids],
    p_folder: folder,
  });
  return status === 'filed' ? ok({ moved: true }) : fail('not-found', folderGone);
}

/**
 * Gives a tag another name.
 * @param unite Whether, where another tag has that name, all media with the one get the other.
 */
export async function renameTag(
  { service, userId }: Actor,
  { id, name, unite }: { id: number; name: string; unite: boolean },
): Promise<Result<{ renamed: true }>> {
  const status = await callFunction(service, 'rename_media_tag', z.enum(['renamed', 'united', 'taken', 'not-found']), {
    p_actor: userId,
    p_id: id,
    p_name: name,
    p_unite: unite,
  });
  switch (status) {
    case 'renamed':
    case 'united':
      return ok({ renamed: true });
    case 'taken':
      return fail('conflict', `There is a tag “${name}” already.`);
    case 'not-found':
      return fail('not-found', 'This tag is not there any more: nothing has it since it was taken from its last file.');
  }
}

/** Gives media tags by their names, and takes others from them. */
export async function tagMedia(
  { service, userId }: Actor,
  { kind, ids, add, remove }: Chosen & { add: readonly string[]; remove: readonly string[] },
): Promise<Result<{ tagged: true }>> {
  const status = await callFunction(service, 'tag_media', z.enum(['tagged', 'too-many']), {
    p_actor: userId,
    p_kind: kind,
    p_ids: [...ids],
    p_add: [...add],
    p_remove: [...remove],
  });
  return status === 'tagged'
    ? ok({ tagged: true })
    : fail('invalid', 'There are 1,000 tags already. Use one of them, or take one that nobody needs from its media.');
}
