import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/signals/$signalId')

/** Opens the explanation of the change that begins on a day; undefined closes it. It is in the URL. */
export const useOpenChange = () => {
  const navigate = route.useNavigate()
  return (day: string | undefined, { replace = false } = {}) =>
    void navigate({ to: '.', search: (search) => ({ ...search, change: day }), resetScroll: false, replace })
}
