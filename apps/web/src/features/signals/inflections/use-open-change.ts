import { useNavigate } from '@tanstack/react-router'
import { useFigureSignal } from '../figure/figure-signal.ts'

/** Opens the explanation of the change that begins on a day; undefined closes it. The state is in the URL. */
export const useOpenChange = () => {
  const navigate = useNavigate()
  const figureSignal = useFigureSignal()
  return (day: string | undefined, { replace = false } = {}) =>
    void (figureSignal === null
      ? navigate({
          from: '/signals/$signalId',
          to: '.',
          search: (search) => ({ ...search, change: day }),
          resetScroll: false,
          replace,
        })
      : navigate({ to: '/signals/$signalId', params: { signalId: figureSignal }, search: { change: day } }))
}
