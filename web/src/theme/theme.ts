/** Mantine's theme: the seed's colours (default blue, dark blue, green accent, orange hover; variants accent, gray, fadedblue) and breakpoints. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const blue: MantineColorsTuple = [
  '#eef5fc',
  '#dae8f6',
  '#b1cfec',
  '#84b4e2',
  '#5f9eda',
  '#3f86cc',
  '#2670b8',
  '#1d5c9b',
  '#174a7d',
  '#113860',
]
const navy: MantineColorsTuple = [
  '#f1f5fa',
  '#dfe7f1',
  '#bccbde',
  '#96aeca',
  '#7191b6',
  '#4d739d',
  '#2f5580',
  '#1a3d66',
  '#102e52',
  '#0b2545',
]
const accent: MantineColorsTuple = [
  '#ecf8f2',
  '#d5eee2',
  '#abdcc5',
  '#7dc9a6',
  '#55b78b',
  '#329f72',
  '#1f855c',
  '#176c4a',
  '#11553a',
  '#0b3f2b',
]
const orange: MantineColorsTuple = [
  '#fff4e8',
  '#fde5cb',
  '#fac994',
  '#f6ac5b',
  '#f0902f',
  '#e67a12',
  '#c9620a',
  '#a85108',
  '#864107',
  '#633005',
]
const gray: MantineColorsTuple = [
  '#f7f9fb',
  '#eef2f6',
  '#e1e7ee',
  '#cfd8e2',
  '#aebac8',
  '#8593a5',
  '#647386',
  '#4a586b',
  '#334053',
  '#1d2838',
]
const dark: MantineColorsTuple = [
  '#e6ecf4',
  '#c6d1df',
  '#a9b6c8',
  '#7e8fa6',
  '#4a5b74',
  '#2a374b',
  '#1a2536',
  '#141d2b',
  '#0e1521',
  '#0a111c',
]
const fadedblue: MantineColorsTuple = [
  '#f4f8fc',
  '#e8f0f8',
  '#d5e3f0',
  '#bcd1e5',
  '#9fbcd7',
  '#7fa2c3',
  '#5f86ab',
  '#486c8f',
  '#365472',
  '#263d55',
]

export const theme = createTheme({
  colors: { blue, navy, accent, orange, gray, dark, fadedblue },
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  radius: { sm: '4px', md: '7px', lg: '10px' },
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-heading)', fontWeight: '600' },
  black: '#16202e',
  cursorType: 'pointer',
  focusRing: 'auto',
  // The seed's widths: tablet from 769, desktop from 1024, widescreen from 1216, fullhd from 1408.
  breakpoints: { xs: '36em', sm: '48.0625em', md: '64em', lg: '76em', xl: '88em' },
  respectReducedMotion: true,
})

/** Mantine draws with our tokens, so that one file decides every colour. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-faint)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-default': 'var(--surface-raised)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-error': 'var(--bad)',
  },
  light: {},
  dark: {},
})
