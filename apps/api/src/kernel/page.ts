/** A slice of a list as clients ask for it. */
export interface PageRequest {
  /** From 1. */
  page: number
  perPage: number
}

/** Where the slice lies in the whole. */
export interface PageInfo extends PageRequest {
  total: number
  totalPages: number
  /** Where the next slice begins; null at the end, and on lists that take no cursor. */
  nextCursor: string | null
}

/** The page asked for, or the first 20; ajv has filled the contract's defaults, so this only convinces the compiler. */
export function toPageRequest(query: { page?: number | undefined; perPage?: number | undefined }): PageRequest {
  return { page: query.page ?? 1, perPage: query.perPage ?? 20 }
}

/** Rows to leave out before the page begins. */
export function pageOffset({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage
}

/** Describes the page of a list with `total` items. */
export function toPageInfo({ page, perPage }: PageRequest, total: number, nextCursor: string | null = null): PageInfo {
  return { page, perPage, total, totalPages: Math.ceil(total / perPage), nextCursor }
}
