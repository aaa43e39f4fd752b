import type { Provenance } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { wordsVersionOfLibrary } from '../../library/index.ts'
import {
  chooseMeasurementToJoin,
  type SourceCoverage,
  type Step,
  type StepDocuments,
  type StepParts,
  sumSteps,
  toIds,
} from './measurement-change.ts'

/** What a measurement found, without its documents. */
export interface MeasurementFigures {
  documents: number
  pieces: number | null
  share: number | null
  sampleFraction: number
  query: string
  covered: readonly SourceCoverage[]
}

export interface StoredMeasurement extends MeasurementFigures {
  signalId: string
  number: number
  measuredAt: Date
  lastMeasuredAt: Date
  provenance: Provenance
  /** Versions of the measures and of the reading of words. */
  method: string
  parts: StepParts
}

/** The last measurement of a signal, with the ids of its documents. */
export type LastMeasurement = StoredMeasurement & { ids: BigInt64Array }

/** A measurement to store after another. */
export interface NewMeasurement extends MeasurementFigures, Step {
  signalId: string
  number: number
  measuredAt: Date
  provenance: Provenance
  method: string
  ids: BigInt64Array
}

/** Of more than these, measurements are joined. */
const maxMeasurements = 200

const columns = sql`
  signal_id as "signalId", number, measured_at as "measuredAt", last_measured_at as "lastMeasuredAt", provenance, documents::float8 as documents,
  pieces::float8 as pieces, share, sample_fraction as "sampleFraction", query, method, covered, parts`

export type MeasurementsRepository = ReturnType<typeof createMeasurementsRepository>

/** SQL of the measurements of signals. A signal is a public query, so they belong to nobody. */
export function createMeasurementsRepository({ kysely }: { kysely: Kysely<object> }) {
  return {
    /**
     * The last measurement, and the version of the method that a measurement of now has; null for a part of another signal, whose measurements are not
     * stored, because its report is not either.
     */
    async findLast(
      signalId: string,
      reportVersion: number,
    ): Promise<{ method: string; last: LastMeasurement | null } | null> {
      const { rows } = await sql<{ current: string; bytes: Uint8Array | null } & StoredMeasurement>`
        select ${reportVersion}::int || '.' || ${wordsVersionOfLibrary} as current, m.document_ids as bytes, m.*
        from signal s
        left join lateral (
          select ${columns}, document_ids from signal_measurement where signal_id = s.id order by number desc limit 1
        ) m on true
        where s.id = ${signalId} and s.part_opened_at is null`.execute(kysely)
      const [row] = rows
      if (row === undefined) return null
      const { current: method, bytes, ...last } = row
      return { method, last: bytes === null ? null : { ...last, ids: toIds(bytes) } }
    },

    /** Records that the same documents were found again. Names and stories that were read meanwhile change the other figures. */
    async confirm(
      { signalId, number }: StoredMeasurement,
      { pieces, share, covered }: MeasurementFigures,
      at: Date,
    ): Promise<void> {
      await sql`
        update signal_measurement set last_measured_at = ${at}::timestamptz, pieces = ${pieces}::bigint, share = ${share}::float8,
          covered = ${JSON.stringify(covered)}::jsonb
        where signal_id = ${signalId} and number = ${number}::int and last_measured_at <= ${at}::timestamptz`.execute(
        kysely,
      )
    },

    /** Stores a measurement; does nothing where another process has stored one with this number. */
    async add(measurement: NewMeasurement): Promise<void> {
      const { signalId, number, measuredAt, provenance, documents, pieces, share, sampleFraction, ids } = measurement
      const { query, method, covered, parts, partDocuments } = measurement
      await sql`
        with older as (
          update signal_measurement set document_ids = null
          where signal_id = ${signalId} and number < ${number}::int and document_ids is not null
        )
        insert into signal_measurement (signal_id, number, measured_at, last_measured_at, provenance, documents, pieces, share, sample_fraction,
          query, method, covered, parts, part_documents, document_ids)
        select ${signalId}, ${number}::int, ${measuredAt}::timestamptz, ${measuredAt}::timestamptz, ${provenance}, ${documents}::bigint,
          ${pieces}::bigint, ${share}::float8, ${sampleFraction}::float8, ${query}, ${method}, ${JSON.stringify(covered)}::jsonb,
          ${JSON.stringify(parts)}::jsonb, ${JSON.stringify(partDocuments)}::jsonb,
          ${Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength)}::bytea
        on conflict do nothing`.execute(kysely)
    },

    /** Deletes measurements of other documents: demo documents are not compared with real ones. */
    async forget(signalId: string): Promise<void> {
      await sql`delete from signal_measurement where signal_id = ${signalId}`.execute(kysely)
    },

    /** Oldest first. */
    async list(signalId: string): Promise<StoredMeasurement[]> {
      const { rows } = await sql<StoredMeasurement>`
        select ${columns} from signal_measurement where signal_id = ${signalId} order by number`.execute(kysely)
      return rows
    },

    /** What happened from one measurement to another. */
    async findSteps(signalId: string, { from, to }: { from: number; to: number }): Promise<Step[]> {
      return findSteps(kysely, signalId, { from, to })
    },

    /** Joins a measurement with the one after it until there are few enough. */
    async thin(signalId: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const { rows } = await sql<{ number: number; measuredAt: Date }>`
          select number, measured_at as "measuredAt" from signal_measurement where signal_id = ${signalId} order by number for update`.execute(
          trx,
        )
        while (rows.length > maxMeasurements) {
          const index = chooseMeasurementToJoin(rows)
          const [joined] = rows.splice(index, 1)
          const next = rows[index]
          if (joined === undefined || next === undefined) return
          const steps = await findSteps(trx, signalId, { from: joined.number - 1, to: next.number })
          const { parts, partDocuments } = sumSteps(steps)
          await sql`
            update signal_measurement set parts = ${JSON.stringify(parts)}::jsonb, part_documents = ${JSON.stringify(partDocuments)}::jsonb
            where signal_id = ${signalId} and number = ${next.number}::int`.execute(trx)
          await sql`
            delete from signal_measurement where signal_id = ${signalId} and number = ${joined.number}::int`.execute(
            trx,
          )
        }
      })
    },
  }
}

/** Steps whose later measurement is after `from` and not after `to`. */
async function findSteps(
  on: Kysely<object>,
  signalId: string,
  { from, to }: { from: number; to: number },
): Promise<Step[]> {
  const { rows } = await sql<{ parts: StepParts; partDocuments: StepDocuments }>`
    select parts, part_documents as "partDocuments" from signal_measurement
    where signal_id = ${signalId} and number > ${from}::int and number <= ${to}::int order by number`.execute(on)
  return rows
}
