import { type Kysely, sql } from 'kysely'
import { runForTenant } from '../../../kernel/work.ts'
import type { EncodedPicture } from './encode-picture.ts'

/** The owner of a picture: the whole organization, or only the person if there is none. */
export interface PictureOwner {
  organizationId: string | null
  userId: string
}

export type ImagesRepository = ReturnType<typeof createImagesRepository>

/** All SQL of pictures; also works within a transaction of another module. */
export function createImagesRepository(kysely: Kysely<object>) {
  return {
    async insert({ id, owner, picture, at }: { id: string; owner: PictureOwner; picture: EncodedPicture; at: Date }) {
      await sql`
        insert into image (id, organization_id, user_id, bytes, width, height, created_at)
        values (${id}, ${owner.organizationId}, ${owner.userId}, ${picture.bytes}, ${picture.width}, ${picture.height},
          ${at}::timestamptz)`.execute(kysely)
    },

    /** The bytes of a picture that the person may see; null for any other. */
    async findBytes(id: string, { organizationId, userId }: PictureOwner): Promise<Buffer | null> {
      const { rows } = await sql<{ bytes: Buffer }>`
        select bytes from image where id = ${id} and organization_id is not distinct from ${organizationId}
          and (organization_id is not null or user_id = ${userId})`.execute(kysely)
      return rows[0]?.bytes ?? null
    },

    /** The given pictures that the person may see. */
    async listVisible(ids: readonly string[], { organizationId, userId }: PictureOwner): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from image where id = any(${[...ids]}::text[]) and organization_id is not distinct from ${organizationId}
          and (organization_id is not null or user_id = ${userId})`.execute(kysely)
      return rows.map(({ id }) => id)
    },

    /** The bytes without an access check: for readers admitted by other means. */
    async readBytes(id: string): Promise<Buffer | null> {
      const { rows } = await runForTenant(null, () =>
        sql<{ bytes: Buffer }>`select bytes from image where id = ${id}`.execute(kysely),
      )
      return rows[0]?.bytes ?? null
    },

    async delete(ids: readonly string[]): Promise<number> {
      const { numAffectedRows } = await sql`delete from image where id = any(${[...ids]}::text[])`.execute(kysely)
      return Number(numAffectedRows ?? 0n)
    },

    /** Pictures stored before `before`, oldest first, after the given one. */
    async listStoredBefore(before: Date, after: { at: Date; id: string } | null, limit: number) {
      const { rows } = await sql<{ id: string; at: Date }>`
        select id, created_at as at from image
        where created_at < ${before}::timestamptz
          and (created_at, id) > (${after?.at ?? new Date(0)}::timestamptz, ${after?.id ?? ''})
        order by created_at, id limit ${limit}`.execute(kysely)
      return rows
    },
  }
}
