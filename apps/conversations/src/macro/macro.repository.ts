import {
  type MacroView,
  macroCreated,
  macroDeleted,
  macroUpdated,
  maxMacros,
  maxPersonalMacros,
  requestErrors,
} from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { OwnedRecords } from '../owned/owned-records.repository.ts';
import { type MacroRecord, viewMacro } from './macro.ts';

export type MacroRepository = OwnedRecords<MacroRecord, MacroView>;

export function macroRepository(db: Database): MacroRepository {
  return new OwnedRecords<MacroRecord, MacroView>(db, {
    ...{ table: 'macro', sharedWith: 'true', maxShared: maxMacros, maxPersonal: maxPersonalMacros },
    notFound: () => requestErrors.macro_not_found(),
    viewOf: viewMacro,
    created: (macro) => macroCreated({ macro }),
    updated: (macro, changes) => macroUpdated({ macro, changes }),
    deleted: (macro) => macroDeleted({ macro }),
  });
}
