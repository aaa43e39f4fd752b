import type { UploadedFile } from '@auspex/contract'
import type { Project } from '@auspex/sdk/types'
import type { Kysely } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { runForTenant } from '../../../kernel/work.ts'
import { findViewer, type Groups, type Images, type Viewer } from '../../people/index.ts'
import type { Portfolios } from '../portfolios/portfolios.operations.ts'
import {
  displayTitleDiffers,
  projectNotFound,
  projectPortfolioNotFound,
  projectStale,
  tooManyPortfolios,
} from '../collections.errors.ts'
import { createProjectsRepository, type ProjectRow } from './projects.repository.ts'

export interface ProjectDependencies {
  database: Database
  images: Images
  groups: Groups
  portfolios: Portfolios
  clock: Clock
  createId: CreateId
}

interface ProjectInput {
  title?: string | undefined
  displayTitle?: string | undefined
  portfolios?: readonly { id: string }[] | undefined
  organizationGroupId?: string | null | undefined
  file: UploadedFile | null
}

export interface NewProject extends ProjectInput {
  title: string
}

export interface ProjectUpdate extends ProjectInput {
  projectId: string
  revision?: number | undefined
  imageRemoved?: boolean | undefined
}

/** Portfolios to add to a project, or to remove from it. */
export interface PortfoliosOfProject {
  projectId: string
  portfolioIds: readonly string[]
}

/** Maximum number of portfolios in a project. */
const maxPortfolios = 100

/** A project as stored. Throws `projects.not_found`. */
export async function findProject(id: string, actor: Person, deps: ProjectDependencies): Promise<ProjectRow> {
  const row = await createProjectsRepository(deps.database.kysely).find(id, await findViewer(actor, deps))
  if (row === null) throw projectNotFound()
  return row
}

/** Throws `projects.not_found`. */
export async function getProject(id: string, actor: Person, deps: ProjectDependencies): Promise<Project> {
  return presentProject(await findProject(id, actor, deps), actor, deps)
}

/** Throws `groups.not_found`. */
export async function listProjects(
  { groupId, page }: { groupId: string | null; page: PageRequest },
  actor: Person,
  deps: ProjectDependencies,
): Promise<{ items: Project[]; page: PageInfo }> {
  if (groupId !== null) await deps.groups.requireOne(actor, groupId)
  const projects = createProjectsRepository(deps.database.kysely)
  const { rows, total } = await projects.list(await findViewer(actor, deps), groupId, page)
  return { items: await presentProjects(rows, actor, deps), page: toPageInfo(page, total) }
}

/** Throws `groups.not_found`, `projects.portfolio_not_found` and the errors of pictures. */
export async function createProject(input: NewProject, actor: Person, deps: ProjectDependencies): Promise<Project> {
  const { database, images, groups, clock, createId } = deps
  const { organizationGroupId: groupId = null, file } = input
  const titles = readTitles(input.title, input.displayTitle)
  const portfolioIds = [...new Set((input.portfolios ?? []).map((each) => each.id))]
  if (groupId !== null) await groups.requireOne(actor, groupId)
  await requireVisible(portfolioIds, actor, deps)
  const picture = file === null ? null : await images.prepare(file, 'image')
  const id = createId('pj')
  await database.kysely.transaction().execute(async (trx) => {
    const imageId = picture === null ? null : await images.store(trx, picture, actor)
    const { userId, organizationId } = actor
    const projects = createProjectsRepository(trx)
    await projects.insert({ id, userId, organizationId, groupId, imageId, ...titles, at: clock.now() })
    const row = await projects.findAny(id)
    if (row !== null) await setPortfolios(row, portfolioIds, trx, deps)
  })
  const created = await createProjectsRepository(database.kysely).findAny(id)
  if (created === null) throw projectNotFound()
  return presentProject(created, actor, deps)
}

/** Throws `projects.not_found`, `projects.stale`, `projects.portfolio_not_found`, `groups.not_found` and the errors of pictures. */
export async function updateProject(change: ProjectUpdate, actor: Person, deps: ProjectDependencies): Promise<Project> {
  const { database, images, groups, portfolios, clock } = deps
  const { projectId: id, revision, organizationGroupId: groupId, imageRemoved = false, file } = change
  const before = await findProject(id, actor, deps)
  const titles =
    change.title === undefined && change.displayTitle === undefined
      ? undefined
      : readTitles(change.title ?? before.title, change.displayTitle)
  const requestedIds = change.portfolios && [...new Set(change.portfolios.map((each) => each.id))]
  if (typeof groupId === 'string') await groups.requireOne(actor, groupId)
  await requireVisible(requestedIds ?? [], actor, deps)
  const seen = new Set(requestedIds && (await portfolios.listVisible(before.portfolioIds, actor)))
  const picture = file === null ? null : await images.prepare(file, 'image')
  const viewer = await findViewer(actor, deps)
  const outcome = await database.kysely.transaction().execute(async (trx) => {
    const row = await lockProject(id, viewer, trx)
    if (revision !== undefined && revision !== row.revision) return { row, isStale: true }
    if (requestedIds !== undefined) {
      // portfolios that the person cannot see, or could not when they chose, are not theirs to remove
      const unseen = row.portfolioIds.filter((each) => !seen.has(each) && !requestedIds.includes(each))
      await setPortfolios(row, [...requestedIds, ...unseen], trx, deps)
    }
    const hasNewImage = picture !== null || imageRemoved
    const imageId = picture === null ? null : await images.store(trx, picture, row)
    const projects = createProjectsRepository(trx)
    const write = async () => {
      await projects.change(id, { titles, groupId, ...(hasNewImage && { imageId }) }, clock.now())
      if (hasNewImage) await images.remove(trx, [row.imageId])
      return { row: (await projects.findAny(id)) ?? row, isStale: false }
    }
    // a person who moves it to a group they are not in writes, and gets back, rows that they can no longer see
    return groupId === undefined ? write() : runForTenant(null, write)
  })
  const project = await presentProject(outcome.row, actor, deps)
  if (outcome.isStale) throw projectStale(project)
  return project
}

/** Throws `projects.not_found`. */
export async function deleteProject(id: string, actor: Person, deps: ProjectDependencies): Promise<void> {
  const viewer = await findViewer(actor, deps)
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = await lockProject(id, viewer, trx)
    await createProjectsRepository(trx).delete(id)
    await deps.images.remove(trx, [row.imageId])
  })
}

/** Appends portfolios to the existing ones. Throws `projects.not_found`, `projects.portfolio_not_found` and `projects.too_many_portfolios`. */
export async function addPortfolios(
  { projectId, portfolioIds }: PortfoliosOfProject,
  actor: Person,
  deps: ProjectDependencies,
): Promise<void> {
  const append = (current: readonly string[]) => [...current, ...portfolioIds.filter((id) => !current.includes(id))]
  await changePortfolios({ projectId, portfolioIds }, append, actor, deps)
}

/** All or none. Throws `projects.not_found` and `projects.portfolio_not_found`. */
export async function removePortfolios(
  { projectId, portfolioIds }: PortfoliosOfProject,
  actor: Person,
  deps: ProjectDependencies,
): Promise<void> {
  const remove = (current: readonly string[]) => {
    if (portfolioIds.some((id) => !current.includes(id))) throw projectPortfolioNotFound()
    return current.filter((id) => !portfolioIds.includes(id))
  }
  await changePortfolios({ projectId, portfolioIds }, remove, actor, deps)
}

async function changePortfolios(
  { projectId: id, portfolioIds }: PortfoliosOfProject,
  choose: (current: readonly string[]) => readonly string[],
  actor: Person,
  deps: ProjectDependencies,
): Promise<void> {
  await findProject(id, actor, deps)
  await requireVisible(portfolioIds, actor, deps)
  const viewer = await findViewer(actor, deps)
  await deps.database.kysely.transaction().execute(async (trx) => {
    const row = await lockProject(id, viewer, trx)
    await setPortfolios(row, choose(row.portfolioIds), trx, deps)
    await createProjectsRepository(trx).change(id, {}, deps.clock.now())
  })
}

/**
 * Stores the portfolios of a locked project. Throws `projects.too_many_portfolios`, and `projects.portfolio_not_found` for one that was deleted
 * meanwhile.
 */
async function setPortfolios(
  row: ProjectRow,
  chosenIds: readonly string[],
  trx: Kysely<object>,
  { portfolios }: ProjectDependencies,
): Promise<void> {
  if (chosenIds.length > maxPortfolios) throw tooManyPortfolios(maxPortfolios)
  const added = chosenIds.filter((id) => !row.portfolioIds.includes(id))
  if ((await portfolios.keepUntilEnd(added, trx)).length < added.length) throw projectPortfolioNotFound()
  await createProjectsRepository(trx).setPortfolios(row.id, chosenIds)
}

/** Locks a project until the transaction ends. Throws `projects.not_found`. */
async function lockProject(id: string, viewer: Viewer, trx: Kysely<object>): Promise<ProjectRow> {
  const projects = createProjectsRepository(trx)
  await projects.lock(id)
  const row = await projects.find(id, viewer)
  if (row === null) throw projectNotFound()
  return row
}

/** Throws `projects.portfolio_not_found` unless the person may see every one of them. */
async function requireVisible(ids: readonly string[], actor: Person, { portfolios }: ProjectDependencies) {
  const uniqueIds = [...new Set(ids)]
  if ((await portfolios.listVisible(uniqueIds, actor)).length < uniqueIds.length) throw projectPortfolioNotFound()
}

/** Projects as a reader may see them, without portfolios that the reader may not see. */
async function presentProjects(
  rows: readonly ProjectRow[],
  actor: Person,
  { portfolios, images }: ProjectDependencies,
): Promise<Project[]> {
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

async function presentProject(row: ProjectRow, actor: Person, deps: ProjectDependencies): Promise<Project> {
  const [project] = await presentProjects([row], actor, deps)
  return project as Project // as many as were passed in
}

/** Throws `projects.display_title_differs`. */
function readTitles(title: string, displayTitle: string | undefined): { title: string; displayTitle: string } {
  const lowerCase = title.trim().toLowerCase()
  if (displayTitle === undefined) return { title: lowerCase, displayTitle: lowerCase }
  if (displayTitle.trim().toLowerCase() !== lowerCase) throw displayTitleDiffers()
  return { title: lowerCase, displayTitle: displayTitle.trim() }
}
