import { readableOn } from './colours.ts';
import type { Settings } from './settings.ts';

/** Colours by meaning: paper, field, ink, soft ink, line, line of controls, focus, faults. */
const light = {
  paper: '#fff',
  field: '#f3f4f7',
  ink: '#1b1f27',
  soft: '#565d6b',
  line: '#dfe2e8',
  control: '#767d8b',
  bad: '#a8281f',
  badSoft: '#fdeceb',
};
const dark = {
  paper: '#17191f',
  field: '#252932',
  ink: '#eceef2',
  soft: '#a9b0be',
  line: '#343945',
  control: '#828a99',
  bad: '#ff9d94',
  badSoft: '#3a2021',
};

/** The variables that all sheets of the widget use. */
export function themeSheet(settings: Settings, isDark: boolean, direction: 'ltr' | 'rtl'): string {
  const { themeColor, themeForegroundColor, zIndex, offset } = settings;
  const colours = isDark ? dark : light;
  const onAccent = readableOn(themeColor, themeForegroundColor);
  const variables = {
    accent: themeColor,
    'on-accent': onAccent,
    paper: colours.paper,
    field: colours.field,
    ink: colours.ink,
    soft: colours.soft,
    line: colours.line,
    control: colours.control,
    bad: colours.bad,
    'bad-soft': colours.badSoft,
    focus: isDark ? '#9db8ff' : '#1a44b8',
    link: isDark ? '#9db8ff' : '#1a44b8',
    scheme: isDark ? 'dark' : 'light',
    direction,
    z: zIndex,
    inline: `${offset[0]}px`,
    block: `${offset[1]}px`,
  };
  return `:host{${Object.entries(variables)
    .map(([name, value]) => `--${name}:${value}!important`)
    .join(';')}}`;
}
