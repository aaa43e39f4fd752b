import type { AccessScope } from '@auspex/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Person } from '../../kernel/actor.ts'
import { type PageRequest, pageOffset } from '../../kernel/page.ts'
import type { Definition, StoredSchedule, StoredWorkflow } from './workflows.types.ts'

interface WorkflowRow {
  id: string
  organization_id: string | null
  owner_id: string
  version: number
  title: string
  description: string
  definition: Definition
  is_in_chat: boolean
  schedule: StoredSchedule | null
  next_run_at: Date | null
  access_scopes: AccessScope[] | null
  credential_id: string | null
  created_at: Date
  updated_at: Date
}

/** A person without an organization sees only what they created. */
function isVisible({ userId, organizationId }: Person): RawBuilder<boolean> {
  return organizationId === null
    ? sql`w.organization_id is null and w.owner_id = ${userId}`
    : sql`w.organization_id = ${organizationId}`
}

/** More than one person has. */
const maxScheduled = 100

/** All SQL of workflows created by people. */
export function createWorkflowsRepository(db: Kysely<object>) {
  return {
    async list(
      person: Person,
      { isInChat, page }: { isInChat: boolean | null; page: PageRequest & { skip?: number } },
    ): Promise<StoredWorkflow[]> {
      const { rows } = await sql<WorkflowRow>`
        select w.* from workflow w where ${isVisible(person)} and (${isInChat}::boolean is null or w.is_in_chat = ${isInChat})
        order by w.title, w.id limit ${page.perPage} offset ${page.skip ?? pageOffset(page)}`.execute(db)
      return rows.map(toWorkflow)
    },

    async count(person: Person, isInChat: boolean | null): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from workflow w
        where ${isVisible(person)} and (${isInChat}::boolean is null or w.is_in_chat = ${isInChat})`.execute(db)
      return rows[0]?.n ?? 0
    },

    async find(person: Person, id: string): Promise<StoredWorkflow | null> {
      const { rows } = await sql<WorkflowRow>`
        select w.* from workflow w where w.id = ${id} and ${isVisible(person)}`.execute(db)
      return rows[0] === undefined ? null : toWorkflow(rows[0])
    },

    async insert(workflow: StoredWorkflow): Promise<void> {
      await sql`
        insert into workflow (id, organization_id, owner_id, version, title, description, definition, is_in_chat, schedule,
          next_run_at, access_scopes, credential_id, created_at, updated_at)
        values (${workflow.id}, ${workflow.organizationId}, ${workflow.ownerId}, ${workflow.version}, ${workflow.title},
          ${workflow.description}, ${toJson(definitionOf(workflow))}::jsonb, ${workflow.isInChat},
          ${toJson(workflow.schedule)}::jsonb, ${workflow.nextRunAt}::timestamptz, ${workflow.accessScopes && [...workflow.accessScopes]}::text[],
          ${workflow.credentialId}, ${workflow.createdAt}::timestamptz, ${workflow.updatedAt}::timestamptz)`.execute(db)
    },

    /** Stores a change if the stored version is the one before it; returns false otherwise. */
    async update(workflow: StoredWorkflow): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update workflow set version = ${workflow.version}, title = ${workflow.title}, description = ${workflow.description},
          definition = ${toJson(definitionOf(workflow))}::jsonb, is_in_chat = ${workflow.isInChat},
          schedule = ${toJson(workflow.schedule)}::jsonb, next_run_at = ${workflow.nextRunAt}::timestamptz,
          access_scopes = ${workflow.accessScopes && [...workflow.accessScopes]}::text[], credential_id = ${workflow.credentialId},
          updated_at = ${workflow.updatedAt}::timestamptz
        where id = ${workflow.id} and version = ${workflow.version - 1}`.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },

    async remove(id: string): Promise<void> {
      await sql`delete from workflow where id = ${id}`.execute(db)
    },

    /** The workflows of a person that run on a schedule. */
    async listScheduled({ userId }: Person): Promise<StoredWorkflow[]> {
      const { rows } = await sql<WorkflowRow>`
        select * from workflow where owner_id = ${userId} and schedule is not null order by id limit ${maxScheduled}`.execute(
        db,
      )
      return rows.map(toWorkflow)
    },

    /** Workflows that are due, the longest overdue first. */
    async listDue(now: Date, limit: number): Promise<StoredWorkflow[]> {
      const { rows } = await sql<WorkflowRow>`
        select * from workflow where next_run_at <= ${now}::timestamptz order by next_run_at, id limit ${limit}`.execute(
        db,
      )
      return rows.map(toWorkflow)
    },

    /** The tokens and apps that set up schedules that still run. */
    async listCredentials(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct credential_id as id from workflow where credential_id is not null and next_run_at is not null`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },

    /** Makes due what a token or an app set up, so that its end is noticed now and not at the time of the next run. */
    async makeDue(credentialId: string, now: Date): Promise<void> {
      await sql`
        update workflow set next_run_at = ${now}::timestamptz
        where credential_id = ${credentialId} and next_run_at > ${now}::timestamptz`.execute(db)
    },

    /** Advances the schedule; false when another process already did, or a person changed it. */
    async moveOn({ id, version, nextRunAt }: StoredWorkflow, next: Date | null): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update workflow set next_run_at = ${next}::timestamptz
        where id = ${id} and version = ${version} and next_run_at = ${nextRunAt}::timestamptz`.execute(db)
      return (numAffectedRows ?? 0n) > 0n
    },
  }
}

function definitionOf({ parameters, steps, budget }: Definition): Definition {
  return { parameters, steps, budget }
}
function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

function toWorkflow(row: WorkflowRow): StoredWorkflow {
  return {
    ...row.definition,
    id: row.id,
    organizationId: row.organization_id,
    ownerId: row.owner_id,
    version: row.version,
    title: row.title,
    description: row.description,
    isInChat: row.is_in_chat,
    schedule: row.schedule,
    nextRunAt: row.next_run_at,
    accessScopes: row.access_scopes,
    credentialId: row.credential_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
