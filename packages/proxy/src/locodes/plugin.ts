import fp from 'fastify-plugin';
import type { App } from '../plugins/app-type.ts';
import { createCityFolder } from './city-folder.ts';
import { cityListRoute } from './city-lists-routes.ts';
import { createCityLists } from './city-lists.ts';
import { createCityTable } from './city-store.ts';

/** City lists by UN/LOCODE. */
export const locodes = fp(
  async (app: App) => {
    const { db, settings } = app;
    const store =
      db.engine === 'postgres' ? createCityTable(db) : createCityFolder(settings.DATA_DIR);
    cityListRoute(app, { cityLists: await createCityLists(store) });
  },
  { name: 'locodes', dependencies: ['database'] },
);
