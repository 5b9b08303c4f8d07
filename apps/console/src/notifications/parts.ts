// One file for the browser to load: the shell wants both beside the first screen.
export { ConnectionBar } from '../app/connection-bar.tsx';
export { Notifier } from './notifier.tsx';
export { SoundBar } from './sound-bar.tsx';
