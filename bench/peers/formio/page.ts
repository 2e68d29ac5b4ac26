// As https://help.form.io/developers/javascript-development/javascript-sdk shows it, with Bootstrap.
import { Formio } from '@formio/js';
import '@formio/js/dist/formio.form.min.css';
import 'bootstrap/dist/css/bootstrap.min.css';
import { definition, place } from '../in-page.ts';

await Formio.createForm(place(), definition<object>());
