create table city_lists(country_code text primary key, cities text not null);
