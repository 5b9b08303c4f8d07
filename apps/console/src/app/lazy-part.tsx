import { useLingui } from '@lingui/react';
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';

import { failures } from './failures.ts';
import { loadTexts, type Part } from './language.ts';
import { notLoaded } from './problem.ts';

/**
 * A component that comes, with the texts of its part, when it is first shown. Where it cannot be loaded the failure bar says so, and the screen stays.
 * @param part none for a component whose texts are there already
 * @param meanwhile stands in its place until it has come
 */
export function lazyPart<Props extends object>(
  part: Part | undefined,
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  let Loaded: LazyExoticComponent<ComponentType<Props>> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the top of a module, as `lazy` itself.
  return function LazyPart(props: Props) {
    const { i18n } = useLingui();
    Loaded ??= lazy(async () => {
      try {
        const [component] = await Promise.all([load(), part && loadTexts(i18n, part)]);
        failures.clear('part');
        return { default: component };
      } catch (error) {
        Loaded = undefined;
        failures.show('part', notLoaded(error));
        return { default: () => null };
      }
    });
    return (
      <Suspense fallback={meanwhile}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** For what takes the keys: what is typed is meant for it, also before it has come, and no letter is a shortcut until then. */
export const takesKeys = <span hidden data-takes-keys="" />;
