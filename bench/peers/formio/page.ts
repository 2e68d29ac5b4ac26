// As https://help.form.io/developers/javascript-development/javascript-sdk shows it, with Bootstrap.
import { Formio } from '@formio/js';
import '@formio/js/dist/formio.form.min.css';
import 'bootstrap/dist/css/bootstrap.min.css';
import { definition, place, notifySent } from '../in-page.ts';

const form = await Formio.createForm(place(), definition<object>());
form.on('submit', notifySent);
