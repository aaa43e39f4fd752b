import { type AuspexClient, getImage } from '@auspex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type PropsWithChildren, use } from 'react'
import { useClient } from '../api/api.tsx'

/** A picture needs the access token like any other call, so an <img> cannot load it. The picture at an address never changes. */
const pictureOptions = (client: AuspexClient, address: string | null) =>
  queryOptions({
    queryKey: ['picture', address],
    queryFn: ({ signal }) => getImage(idOf(address ?? ''), { client, signal }),
    enabled: address !== null && idOf(address) !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** "/images/img_p1a2m3" names img_p1a2m3; nothing else is fetched. */
const idOf = (address: string): string => /\/images\/(img_[a-z0-9]{1,40})$/.exec(address)?.[1] ?? ''

/** The bytes of a stored picture; null without one, while they load and if they cannot be loaded. */
export const usePicture = (address: string | null): Blob | null =>
  useQuery(pictureOptions(useClient(), address)).data ?? null

/** Fetches a picture by its id. */
export type LoadPicture = (imageId: string, signal: AbortSignal) => Promise<Blob>

const LoadPictureContext = createContext<LoadPicture | null>(null)

/** Overrides how the pictures below it are fetched, as for readers of a share link, who have no account. */
export const PictureProvider = ({ load, children }: PropsWithChildren<{ load: LoadPicture }>) => (
  <LoadPictureContext value={load}>{children}</LoadPictureContext>
)

export const loadOwnPicture =
  (client: AuspexClient): LoadPicture =>
  (imageId, signal) =>
    getImage(imageId, { client, signal })

/** The bytes of a picture at an address from the API: a browser sends no access token with an `img`. */
export const useLoadedPicture = (address: string): { readonly content: Blob | null; readonly isFailed: boolean } => {
  const client = useClient()
  const load = use(LoadPictureContext) ?? loadOwnPicture(client)
  const imageId = /img_[a-z0-9]+/.exec(address)?.[0]
  const { data, isError } = useQuery({
    queryKey: ['picture', 'loaded', imageId],
    queryFn: ({ signal }) => load(imageId ?? '', signal),
    enabled: imageId !== undefined,
    staleTime: Infinity, // the bytes at an address never change
  })
  return { content: data ?? null, isFailed: isError || imageId === undefined }
}
