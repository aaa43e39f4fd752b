/** A slice of a list as requested by clients. */
export interface PageRequest {
  /** From 1. */
  page: number
  perPage: number
}

/** The position of the slice in the whole list. */
export interface PageInfo extends PageRequest {
  total: number
  totalPages: number
  /** Where the next slice begins; null at the end, and on lists without cursors. */
  nextCursor: string | null
}

/** The requested page, or the first 20 items; ajv has filled in the contract's defaults, so this only satisfies the compiler. */
export function toPageRequest(query: { page?: number | undefined; perPage?: number | undefined }): PageRequest {
  return { page: query.page ?? 1, perPage: query.perPage ?? 20 }
}

/** Rows before the page begins. */
export function pageOffset({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage
}

/** Describes the page of a list with `total` items. */
export function toPageInfo({ page, perPage }: PageRequest, total: number, nextCursor: string | null = null): PageInfo {
  return { page, perPage, total, totalPages: Math.ceil(total / perPage), nextCursor }
}
