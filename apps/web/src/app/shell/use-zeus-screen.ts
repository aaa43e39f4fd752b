import { useAction, useReadable } from '@auspex/sdk/assistant'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { textInput } from './text-input.ts'

const signalInput = textInput({
  signalId: { pattern: /^sig_[a-z0-9]{1,40}$/, description: 'Id of the signal, such as sig_k2m4p6q8.' },
})
const signalsInput = textInput({
  signalIds: {
    pattern: /^sig_[a-z0-9]{1,40}(,sig_[a-z0-9]{1,40}){1,4}$/,
    description: 'Ids of the signals, separated by commas.',
  },
})
const portfolioInput = textInput({
  portfolioId: { pattern: /^pf_[a-z0-9]{1,40}$/, description: 'Id of the portfolio.' },
})

/** What Zeus may read of the screen, and do on it. Nothing of it changes what is kept. */
export const useZeusScreen = (): void => {
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  useReadable('The address of the page that is open', `${pathname}${searchStr}`)
  useAction({
    name: 'openSignal',
    description: 'Opens the report of a signal, when the person asks to see it.',
    parameters: signalInput,
    handler: (params) => navigate({ to: '/signals/$signalId', params }),
  })
  useAction({
    name: 'compareSignals',
    description: 'Opens the comparison of two to five signals, when the person asks to see it.',
    parameters: signalsInput,
    handler: ({ signalIds }) => navigate({ to: '/compare', search: { signals: signalIds } }),
  })
  useAction({
    name: 'openPortfolio',
    description: 'Opens a portfolio, when the person asks to see it.',
    parameters: portfolioInput,
    handler: (params) => navigate({ to: '/portfolios/$portfolioId', params }),
  })
}
