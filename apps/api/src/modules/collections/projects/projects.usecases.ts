import type { UploadedFile } from '@auspex/contract'
import type { Project } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import type { Images } from '../../people/index.ts'
import type { Portfolios } from '../portfolios/portfolios.module.ts'
import type { Groups } from '../../people/index.ts'
import {
  displayTitleDiffers,
  projectNotFound,
  projectPortfolioNotFound,
  projectStale,
  tooManyPortfolios,
} from './projects.errors.ts'
import { createProjectsRepository, type ProjectRow, type Viewer } from './projects.repository.ts'

export interface ProjectDependencies {
  database: Database
  images: Images
  groups: Groups
  portfolios: Portfolios
  clock: Clock
  createId: CreateId
}

type Person = Pick<Actor, 'userId' | 'organizationId'>

interface ProjectInput {
  title?: string | undefined
  displayTitle?: string | undefined
  portfolios?: readonly { id: string }[] | undefined
  organizationGroupId?: string | null | undefined
  file: UploadedFile | null
}

/** Maximum number of portfolios in a project. */
const maxPortfolios = 100

export type ProjectUsecases = ReturnType<typeof createProjectUsecases>

/** Use cases of projects. */
export function createProjectUsecases({ database, images, groups, portfolios, clock, createId }: ProjectDependencies) {
  const projects = createProjectsRepository(database.kysely)
  const transact = <T>(work: (trx: Kysely<object>) => Promise<T>) => database.kysely.transaction().execute(work)

  const viewerOf = async (actor: Person): Promise<Viewer> => ({
    userId: actor.userId,
    organizationId: actor.organizationId,
    groupIds: await groups.ofActor(actor),
  })

  /** Throws `projects.not_found`. */
  async function find(id: string, actor: Person): Promise<ProjectRow> {
    const row = await projects.find(id, await viewerOf(actor))
    if (row === null) throw projectNotFound()
    return row
  }

  /** Projects as a reader may see them, without portfolios that the reader may not see. */
  async function present(rows: readonly ProjectRow[], actor: Person): Promise<Project[]> {
    const visible = new Set(await portfolios.listVisible([...new Set(rows.flatMap((row) => row.portfolioIds))], actor))
    return rows.map((row) => ({
      projectId: row.id,
      title: row.title,
      displayTitle: row.displayTitle,
      image: images.addressOf(row.imageId),
      organizationGroupId: row.groupId,
      portfolios: row.portfolioIds.filter((id) => visible.has(id)).map((id) => ({ id })),
      revision: row.revision,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }))
  }

  async function presentOne(row: ProjectRow, actor: Person): Promise<Project> {
    const [project] = await present([row], actor)
    return project as Project // as many as were passed in
  }

  /** Throws `projects.portfolio_not_found` unless the person may see every one of them. */
  async function requireVisible(ids: readonly string[], actor: Person): Promise<void> {
    const uniqueIds = [...new Set(ids)]
    if ((await portfolios.listVisible(uniqueIds, actor)).length < uniqueIds.length) throw projectPortfolioNotFound()
  }

  async function readPicture(file: UploadedFile | null) {
    return file === null ? null : images.prepare(file, 'image')
  }

  /**
   * Stores the portfolios of a locked project. Throws `projects.too_many_portfolios`, and `projects.portfolio_not_found` for one that was deleted
   * meanwhile.
   */
  async function choosePortfolios(
    row: ProjectRow,
    choose: (held: readonly string[]) => readonly string[],
    trx: Kysely<object>,
  ): Promise<void> {
    const chosenIds = choose(row.portfolioIds)
    if (chosenIds.length > maxPortfolios) throw tooManyPortfolios(maxPortfolios)
    const added = chosenIds.filter((id) => !row.portfolioIds.includes(id))
    if ((await portfolios.keepUntilEnd(added, trx)).length < added.length) throw projectPortfolioNotFound()
    await createProjectsRepository(trx).setPortfolios(row.id, chosenIds)
  }

  async function lock(id: string, viewer: Viewer, trx: Kysely<object>): Promise<ProjectRow> {
    const locked = createProjectsRepository(trx)
    await locked.lock(id)
    const row = await locked.find(id, viewer)
    if (row === null) throw projectNotFound()
    return row
  }

  async function changePortfolios(
    id: string,
    choose: (held: readonly string[], row: ProjectRow) => readonly string[],
    actor: Person,
  ): Promise<void> {
    const viewer = await viewerOf(actor)
    await transact(async (trx) => {
      const row = await lock(id, viewer, trx)
      await choosePortfolios(row, (currentIds) => choose(currentIds, row), trx)
      await createProjectsRepository(trx).change(id, {}, clock.now())
    })
  }

  return {
    find,
    get: async (id: string, actor: Person) => presentOne(await find(id, actor), actor),

    /** Throws `groups.not_found`. */
    async list(
      actor: Person,
      groupId: string | null,
      page: PageRequest,
    ): Promise<{ items: Project[]; page: PageInfo }> {
      if (groupId !== null) await groups.requireOne(actor, groupId)
      const { rows, total } = await projects.list(await viewerOf(actor), groupId, page)
      return { items: await present(rows, actor), page: toPageInfo(page, total) }
    },

    /** Throws `groups.not_found`, `projects.portfolio_not_found` and the errors of pictures. */
    async create(input: ProjectInput & { title: string }, actor: Person): Promise<Project> {
      const { organizationGroupId: groupId = null, file } = input
      const titles = readTitles(input.title, input.displayTitle)
      const portfolioIds = [...new Set((input.portfolios ?? []).map((each) => each.id))]
      if (groupId !== null) await groups.requireOne(actor, groupId)
      await requireVisible(portfolioIds, actor)
      const picture = await readPicture(file)
      const id = createId('pj')
      await transact(async (trx) => {
        const imageId = picture === null ? null : await images.store(trx, picture, actor)
        const { userId, organizationId } = actor
        const written = createProjectsRepository(trx)
        await written.insert({ id, userId, organizationId, groupId, imageId, ...titles, at: clock.now() })
        const row = await written.findAny(id)
        if (row !== null) await choosePortfolios(row, () => portfolioIds, trx)
      })
      const created = await projects.findAny(id)
      if (created === null) throw projectNotFound()
      return presentOne(created, actor)
    },

    /** Throws `projects.not_found`, `projects.stale`, `projects.portfolio_not_found`, `groups.not_found` and the errors of pictures. */
    async update(
      change: ProjectInput & { projectId: string; revision?: number | undefined; imageRemoved?: boolean | undefined },
      actor: Person,
    ): Promise<Project> {
      const { projectId: id, revision, organizationGroupId: groupId, imageRemoved = false } = change
      const before = await find(id, actor)
      const titles =
        change.title === undefined && change.displayTitle === undefined
          ? undefined
          : readTitles(change.title ?? before.title, change.displayTitle)
      const requestedIds = change.portfolios && [...new Set(change.portfolios.map((each) => each.id))]
      if (typeof groupId === 'string') await groups.requireOne(actor, groupId)
      await requireVisible(requestedIds ?? [], actor)
      const seen = new Set(requestedIds && (await portfolios.listVisible(before.portfolioIds, actor)))
      const picture = await readPicture(change.file)
      const viewer = await viewerOf(actor)
      const outcome = await transact(async (trx) => {
        const row = await lock(id, viewer, trx)
        if (revision !== undefined && revision !== row.revision) return { row, isStale: true }
        if (requestedIds !== undefined) {
          // portfolios that the person cannot see, or could not when they chose, are not theirs to remove
          const unseen = (held: readonly string[]) =>
            held.filter((each) => !seen.has(each) && !requestedIds.includes(each))
          await choosePortfolios(row, (held) => [...requestedIds, ...unseen(held)], trx)
        }
        const hasNewImage = picture !== null || imageRemoved
        const imageId = picture === null ? null : await images.store(trx, picture, row)
        const written = createProjectsRepository(trx)
        const write = async () => {
          await written.change(id, { titles, groupId, ...(hasNewImage && { imageId }) }, clock.now())
          if (hasNewImage) await images.remove(trx, [row.imageId])
          return { row: (await written.findAny(id)) ?? row, isStale: false }
        }
        // a person who moves it to a group they are not in writes, and gets back, rows that they can no longer see
        return groupId === undefined ? write() : runForTenant(null, write)
      })
      const project = await presentOne(outcome.row, actor)
      if (outcome.isStale) throw projectStale(project)
      return project
    },

    /** Throws `projects.not_found`. */
    async delete(id: string, actor: Person): Promise<void> {
      const viewer = await viewerOf(actor)
      await transact(async (trx) => {
        const row = await lock(id, viewer, trx)
        await createProjectsRepository(trx).delete(id)
        await images.remove(trx, [row.imageId])
      })
    },

    /** Appends portfolios to the existing ones. Throws `projects.not_found`, `projects.portfolio_not_found` and `projects.too_many_portfolios`. */
    async addPortfolios(id: string, portfolioIds: readonly string[], actor: Person): Promise<void> {
      await find(id, actor)
      await requireVisible(portfolioIds, actor)
      await changePortfolios(id, (held) => [...held, ...portfolioIds.filter((each) => !held.includes(each))], actor)
    },

    /** All or none. Throws `projects.not_found` and `projects.portfolio_not_found`. */
    async removePortfolios(id: string, portfolioIds: readonly string[], actor: Person): Promise<void> {
      await find(id, actor)
      await requireVisible(portfolioIds, actor)
      await changePortfolios(
        id,
        (held) => {
          if (portfolioIds.some((each) => !held.includes(each))) throw projectPortfolioNotFound()
          return held.filter((each) => !portfolioIds.includes(each))
        },
        actor,
      )
    },
  }
}

/** Throws `projects.display_title_differs`. */
function readTitles(title: string, displayTitle: string | undefined): { title: string; displayTitle: string } {
  const plain = title.trim().toLowerCase()
  if (displayTitle === undefined) return { title: plain, displayTitle: plain }
  if (displayTitle.trim().toLowerCase() !== plain) throw displayTitleDiffers()
  return { title: plain, displayTitle: displayTitle.trim() }
}
